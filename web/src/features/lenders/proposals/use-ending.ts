import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../../api/client.ts'
import { callName } from '../../../company/words.ts'
import type { WithPassword } from '../../../session/password-consent.tsx'
import type { Confirmation } from '../../../parts/confirm-dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import type { Proposal } from './queries.ts'

/** What is asked before a proposal is refused or withdrawn. */
export function useEnding(withPassword: WithPassword) {
  const client = useQueryClient()
  const refuse = ({ number, call }: Proposal): Confirmation => ({
    title: `Tolak usulan ${number}?`,
    description: `${callName(call)}. Usulan berakhir, dan pengusul membaca alasan Anda.`,
    reason: 'Alasan penolakan',
    confirm: 'Tolak usulan',
    tone: 'danger',
    async act(reason) {
      await withPassword(() => api('POST /company/proposals/refuse', { body: { number, reason } }))
      await client.invalidateQueries()
      toast.success(`Usulan ${number} ditolak.`)
    },
  })
  const withdraw = ({ number, call }: Proposal): Confirmation => ({
    title: `Tarik usulan ${number}?`,
    description: `${callName(call)}. Usulan tidak dapat dihidupkan lagi; yang baru dapat diajukan.`,
    confirm: 'Tarik usulan',
    tone: 'danger',
    async act() {
      await api('POST /company/proposals/withdraw', { body: { number } })
      await client.invalidateQueries()
      toast.success(`Usulan ${number} ditarik.`)
    },
  })
  return { refuse, withdraw }
}
