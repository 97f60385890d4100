import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { paths } from '../paths.ts'
import { toast } from '../ui/toast-store.ts'
import type { Acting, Decision, Waiting } from './proposed.ts'
import { useIsMember } from './use-company.ts'

/** How this lender makes a call under a rule: a member proposes where their company asks for it, or decides. */
export function useActing(decision?: Pick<Decision, 'number'>): Acting {
  const isMember = useIsMember()
  return decision?.number ?? (isMember ? 'new' : undefined)
}

/** Says that a call waits for others, and shows its proposal. */
export function useOnWaiting(): (waiting: Waiting) => void {
  const client = useQueryClient()
  const navigate = useNavigate()
  return ({ message, proposal }) => {
    void client.invalidateQueries()
    toast.success(message)
    void navigate(paths.proposal(proposal))
  }
}
