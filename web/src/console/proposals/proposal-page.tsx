import { useState } from 'react'
import { useParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { useCall } from '../api/use-call.ts'
import { ConfirmDialog, type Confirmation } from '../../parts/confirm-dialog.tsx'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { momentText, timeLeft } from '../../parts/moment-text.ts'
import { paths } from '../paths.ts'
import { ProposalSheet } from './proposal-sheet.tsx'
import { StateLabel } from './state-label.tsx'
import { useDeciding } from './use-deciding.tsx'

/** While a proposal waits, what others decide is asked for this often, in milliseconds. */
const often = 15_000
/** While its file is imported, likewise. */
const oftenRunning = 2_000

/** A proposal: what it does with the figures of now, what changed since, who agreed, and the decision. */
export function ProposalPage() {
  const { number = '' } = useParams()
  const query = useCall(
    'GET /approvals/page',
    { number },
    {
      every: (data) =>
        data?.run && data.run.endedAt === null ? oftenRunning : data?.state === 'WAITING' && often,
    },
  )
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  const { agree, refuse, withdraw, confirm } = useDeciding()
  const sheet = query.data
  return (
    <Page
      title={sheet?.title ?? `Usulan ${number}`}
      back={{ to: paths.proposals, label: 'Persetujuan' }}
      mark={sheet && <StateLabel state={sheet.state} isConfirmed={sheet.isConfirmed} />}
      lead={
        sheet &&
        `Usulan ${sheet.number} oleh ${sheet.maker}${sheet.isOwn ? ' (Anda)' : ''}, ${momentText(sheet.at)}${
          sheet.state === 'WAITING' ? ` · ${timeLeft(sheet.until)}` : ''
        }`
      }
      actions={
        sheet?.state === 'WAITING' && (
          <>
            {sheet.mayWithdraw && (
              <Button variant="secondary" onClick={() => setConfirmation(withdraw(sheet))}>
                Tarik usulan
              </Button>
            )}
            {sheet.mayConfirm && <Button onClick={() => setConfirmation(confirm(sheet))}>Benarkan</Button>}
            {sheet.mayDecide && (
              <>
                <Button variant="danger" onClick={() => setConfirmation(refuse(sheet))}>
                  Tolak
                </Button>
                <Button
                  disabled={sheet.refusal !== null || !sheet.isConfirmed}
                  onClick={() => setConfirmation(agree(sheet))}
                >
                  Setujui
                </Button>
              </>
            )}
          </>
        )
      }
    >
      <Loaded query={query} what="Usulan">
        {(loaded) => <ProposalSheet sheet={loaded} />}
      </Loaded>
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </Page>
  )
}
