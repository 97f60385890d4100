import { formatDateTimeLong } from '@pematang/contract/format/date'
import { useState } from 'react'
import { isNotFound } from '../../api/errors.ts'
import { ComingRows } from '../../company/loaded-rows.tsx'
import { callName } from '../../company/words.ts'
import { ProposalSheet } from '../../features/lenders/proposals/proposal-sheet.tsx'
import { type Proposal, useProposal } from '../../features/lenders/proposals/queries.ts'
import { StateLabel } from '../../features/lenders/proposals/state-label.tsx'
import { useEnding } from '../../features/lenders/proposals/use-ending.ts'
import { NotLoaded } from '../../lists/not-loaded.tsx'
import { paths } from '../../paths.ts'
import { usePasswordConsent } from '../../session/password-consent.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { ConfirmDialog, type Confirmation } from '../../parts/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Facts } from '../../ui/facts.tsx'
import { lazyPart, Part } from '../../ui/lazy-part.tsx'
import { timeLeft } from '../../parts/moment-text.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { toastPartMissing } from '../../ui/part-missing.tsx'
import { ProposalBody } from './proposal-body.tsx'

const Deciding = lazyPart(() => import('./deciding.tsx').then((module) => module.Deciding))

const back = { to: paths.proposals, label: 'Persetujuan' }

/** One proposal, with the dialogs in which it is decided. */
export function ProposalScreen({ number }: { number: string }) {
  const query = useProposal(number)
  if (query.data) return <Loaded proposal={query.data} />
  return (
    <>
      <PageHead title={`Usulan ${number}`} back={back} />
      <Card>
        {query.isPending ? (
          <ComingRows count={6} />
        ) : isNotFound(query.error) ? (
          <EmptyState picture="list" title="Usulan ini tidak ditemukan">
            Alamatnya tidak lengkap, atau usulan ini bukan milik perusahaan Anda.
          </EmptyState>
        ) : (
          <NotLoaded title="Usulan belum dapat dimuat" query={query} />
        )}
      </Card>
    </>
  )
}

function Loaded({ proposal }: { proposal: Proposal }) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null)
  // What was read when the decision began: the figures below may be refetched meanwhile.
  const [deciding, setDeciding] = useState<Proposal | null>(null)
  const password = usePasswordConsent('Lanjutkan')
  const { refuse, withdraw } = useEnding(password.withPassword)
  const isWaiting = proposal.state === 'WAITING'
  const close = () => setDeciding(null)
  return (
    <>
      <PageHead
        title={callName(proposal.call)}
        back={back}
        mark={
          <span role="status">
            <StateLabel state={proposal.state} />
          </span>
        }
        lead={
          <Facts
            facts={{
              maker: `Usulan ${proposal.number} oleh ${proposal.maker}${proposal.isMine ? ' (Anda)' : ''}`,
              at: formatDateTimeLong(proposal.at),
              ...(isWaiting && { left: timeLeft(proposal.until) }),
            }}
          />
        }
        actions={
          isWaiting && (
            <>
              {proposal.mayWithdraw && (
                <Button variant="secondary" onClick={() => setConfirmation(withdraw(proposal))}>
                  Tarik usulan
                </Button>
              )}
              {proposal.mayDecide && (
                <>
                  <Button variant="danger" onClick={() => setConfirmation(refuse(proposal))}>
                    Tolak
                  </Button>
                  <Button
                    aria-haspopup="dialog"
                    onPointerEnter={() => void Deciding.preload()}
                    onFocus={() => void Deciding.preload()}
                    onClick={() => setDeciding(proposal)}
                  >
                    Baca dan setujui
                  </Button>
                </>
              )}
            </>
          )
        }
      />
      <ProposalSheet proposal={proposal}>
        <ProposalBody proposal={proposal} />
      </ProposalSheet>
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
      {password.dialog}
      {deciding && (
        <Part
          notLoaded={() => null}
          onNotLoaded={() => {
            close()
            toastPartMissing()
          }}
        >
          <Deciding proposal={deciding} onClosed={close} />
        </Part>
      )}
    </>
  )
}
