import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import { messageOf } from '../../api/errors.ts'
import { useOnWaiting } from '../../company/acting.ts'
import { carriedOut, Waiting } from '../../company/proposed.ts'
import { callName } from '../../company/words.ts'
import type { Proposal } from '../../features/lenders/proposals/queries.ts'
import { isPasswordMissing, usePasswordConsent } from '../../session/password-consent.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast } from '../../ui/toast-store.ts'
import { ProposalBody } from './proposal-body.tsx'

/** The calls whose decision needs nothing but to be read and the password, with their address. */
const routes = {
  orderStrategies: 'PUT /auto-funding/strategies/order',
  setStrategyState: 'PUT /auto-funding/strategies/state',
  inviteMember: 'POST /company/members',
  changeMember: 'POST /company/members/change',
  changeCompanyRules: 'POST /company/rules',
} as const

const isPlain = (call: string): call is keyof typeof routes => call in routes

/** Decides on a proposal by reading what it asks for once more. */
export function PlainDecision({ proposal, onClosed }: { proposal: Proposal; onClosed: () => void }) {
  const { number, call, body } = proposal
  const [open, setOpen] = useState(true)
  const client = useQueryClient()
  const onWaiting = useOnWaiting()
  const password = usePasswordConsent('Setujui')
  const decide = useMutation({
    mutationFn: () =>
      password.withPassword(async () => {
        if (!isPlain(call)) throw new Error(`no dialog decides on ${call}`)
        // The server sent this body and compares it with the one that was proposed.
        const answer: unknown = await api(routes[call], { body: body as never, proposal: number })
        return carriedOut(answer)
      }),
    onSuccess: async () => {
      toast.success(`Usulan ${number} disetujui dan dilakukan.`)
      setOpen(false)
      await client.invalidateQueries()
    },
    onError(error) {
      if (!(error instanceof Waiting)) return
      setOpen(false)
      onWaiting(error)
    },
  })
  const { error, isPending } = decide
  const fault = error && !isPasswordMissing(error) && !(error instanceof Waiting) ? messageOf(error) : null
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      locked={isPending}
      title={`Setujui usulan ${number}?`}
      description={`${callName(call)}, diajukan oleh ${proposal.maker}.`}
      footer={
        <>
          <Button variant="secondary" disabled={isPending} onClick={() => setOpen(false)}>
            Batal
          </Button>
          <Button busy={isPending} onClick={() => decide.mutate()}>
            Setujui
          </Button>
        </>
      }
    >
      <ProposalBody proposal={proposal} />
      <p role="alert" className={fault ? 'mt-4 text-table text-bad' : 'sr-only'}>
        {fault}
      </p>
      {password.dialog}
    </Dialog>
  )
}
