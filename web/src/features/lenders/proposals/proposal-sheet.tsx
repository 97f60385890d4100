import { formatDateTimeLong } from '@pematang/contract/format/date'
import type { ReactNode } from 'react'
import { FactList } from '../../../ui/fact-list.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Nothing } from '../../../ui/nothing.tsx'
import { Section } from '../../../ui/section.tsx'
import { StatusLabel } from '../../../ui/status-label.tsx'
import { makerText } from './maker-text.ts'
import type { Proposal } from './queries.ts'

/**
 * Everything about a proposal: what it asks for, what has changed since, and who decided.
 * @param children what it asks for, in words
 */
export function ProposalSheet({ proposal, children }: { proposal: Proposal; children: ReactNode }) {
  const { changed, state } = proposal
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
      <div className="grid min-w-0 gap-4">
        {state === 'WAITING' && changed.length > 0 && (
          <Section title="Berubah sejak diajukan" className="border-l-4 border-warn-mark">
            <ul className="grid gap-2 text-table">
              {changed.map(({ code, message }) => (
                <li key={`${code} ${message}`} className="wrap-anywhere">
                  {message}
                </li>
              ))}
            </ul>
            <p className="mt-3 text-table text-mute">
              Seperti keadaannya sekarang, usulan ini tidak dapat dilakukan seluruhnya.
            </p>
          </Section>
        )}
        {proposal.because && (
          <Section title="Berakhir sebelum diputuskan" className="border-l-4 border-warn-mark">
            <p className="text-table wrap-anywhere">{proposal.because}</p>
          </Section>
        )}
        <Section title="Isi usulan">{children}</Section>
        {state === 'WAITING' && proposal.subject !== 'PEOPLE' && (
          <Notice tone="idle">
            {proposal.call === 'castVote'
              ? 'Suara baru dihitung bila usulan disetujui sebelum pemungutan suara berakhir.'
              : 'Usulan tidak menyisihkan dana. Pinjaman dan saldo dapat berubah sampai usulan disetujui.'}
          </Notice>
        )}
      </div>
      <div className="grid min-w-0 gap-4">
        <Decisions proposal={proposal} />
        <Section title="Asal">
          <FactList
            className="@min-[36rem]:grid-cols-1"
            facts={[
              { label: 'Pengusul', value: makerText(proposal) },
              { label: 'Diajukan', value: formatDateTimeLong(proposal.at) },
              { label: 'Berlaku sampai', value: formatDateTimeLong(proposal.until) },
              ...(proposal.endedAt
                ? [{ label: 'Berakhir', value: formatDateTimeLong(proposal.endedAt) }]
                : []),
            ]}
          />
        </Section>
      </div>
    </div>
  )
}

const Decisions = ({ proposal: { decisions, agreed, needed, state } }: { proposal: Proposal }) => (
  <Section
    title="Keputusan"
    aside={
      needed > 0 &&
      (state === 'WAITING' || state === 'DONE') && (
        <span className="figures text-table text-mute">{`${agreed} dari ${needed} orang setuju`}</span>
      )
    }
    flush
  >
    {decisions.length === 0 ? (
      <Nothing>{state === 'WAITING' ? 'Belum ada yang memutuskan.' : 'Tidak ada yang memutuskan.'}</Nothing>
    ) : (
      <ul className="hairlines">
        {decisions.map(({ name, verdict, at, reason }) => (
          <li key={`${name} ${at}`} className="grid gap-0.5 px-4 py-3 text-table sm:px-5">
            <span className="flex items-center justify-between gap-3">
              <span className="min-w-0 font-medium wrap-anywhere">{name}</span>
              <StatusLabel tone={verdict === 'AGREED' ? 'ok' : 'bad'}>
                {verdict === 'AGREED' ? 'Setuju' : 'Menolak'}
              </StatusLabel>
            </span>
            <span className="figures text-mute">{formatDateTimeLong(at)}</span>
            {reason && <span className="wrap-anywhere">{reason}</span>}
          </li>
        ))}
      </ul>
    )}
  </Section>
)
