import { formatRupiah } from '@pematang/contract/format/rupiah'
import { Link } from '../../ui/link.tsx'
import { StatusLabel } from '../../ui/status-label.tsx'
import type { Answer } from '../api/call.ts'
import { RunLabel } from '../files/run-label.tsx'
import { RunView } from '../files/run-view.tsx'
import { ChangeLines } from '../../ui/change-lines.tsx'
import { FactList } from '../../ui/fact-list.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Nothing } from '../../ui/nothing.tsx'
import { PreviewView } from '../parts/preview-view.tsx'
import { Section } from '../../ui/section.tsx'
import { momentText } from '../../parts/moment-text.ts'
import { objectWords, pathOf } from '../paths.ts'

type Sheet = Answer<'GET /approvals/page'>

/** Everything about a proposal. */
export function ProposalSheet({ sheet }: { sheet: Sheet }) {
  const { changed, preview, refusal } = sheet
  return (
    <div className="grid gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:items-start">
      <div className="grid min-w-0 gap-4">
        <Unconfirmed sheet={sheet} />
        {refusal && <Notice tone="bad">{`Saat ini tindakan ini akan ditolak: ${refusal.message}`}</Notice>}
        {changed !== null && changed.length > 0 && (
          <Section title="Berubah sejak diajukan" className="border-l-4 border-warn-mark">
            <ChangeLines lines={changed} />
          </Section>
        )}
        {preview && (
          <Section
            title={sheet.state === 'WAITING' ? 'Yang terjadi bila disetujui sekarang' : 'Yang dilakukan'}
            aside={
              preview.amount !== null && (
                <span className="figures font-semibold">{formatRupiah(preview.amount)}</span>
              )
            }
          >
            <PreviewView preview={preview} />
          </Section>
        )}
        {sheet.run && (
          <Section title="Impor berkas" aside={<RunLabel run={sheet.run} />}>
            <RunView run={sheet.run} />
          </Section>
        )}
        <Section title="Isi usulan">
          {sheet.does && <p className="mb-4 text-table text-mute">{sheet.does}</p>}
          <FactList
            facts={[
              ...sheet.input,
              ...(sheet.about
                ? [
                    {
                      label: 'Halaman',
                      value: (
                        <Link to={pathOf(sheet.about)} className="font-medium text-brand hover:underline">
                          {sheet.about.kind === 'FILE'
                            ? 'Buka berkas'
                            : `${objectWords[sheet.about.kind]} ${sheet.about.id}`}
                        </Link>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        </Section>
      </div>
      <div className="grid min-w-0 gap-4">
        <Section title="Keputusan" aside={<Needed sheet={sheet} />} flush>
          {sheet.votes.length === 0 ? (
            <Nothing>Belum ada yang memutuskan.</Nothing>
          ) : (
            <ul className="hairlines">
              {sheet.votes.map(({ name, verdict, at, reason }) => (
                <li key={name} className="grid gap-0.5 px-4 py-3 text-table sm:px-5">
                  <span className="flex items-center justify-between gap-3">
                    <span className="font-medium">{name}</span>
                    <StatusLabel tone={verdict === 'AGREED' ? 'ok' : 'bad'}>
                      {verdict === 'AGREED' ? 'Setuju' : 'Menolak'}
                    </StatusLabel>
                  </span>
                  <span className="text-mute">{momentText(at)}</span>
                  {reason && <span className="wrap-anywhere">{reason}</span>}
                </li>
              ))}
            </ul>
          )}
        </Section>
        <Section title="Asal">
          <FactList
            className="@min-[36rem]:grid-cols-1"
            facts={[
              { label: 'Pengusul', value: sheet.maker },
              { label: 'Dari', value: sheet.seat ? `baris perintah, ${sheet.seat}` : 'konsol' },
              { label: 'Diajukan', value: momentText(sheet.at) },
              { label: 'Berlaku sampai', value: momentText(sheet.until) },
              ...(sheet.endedAt ? [{ label: 'Berakhir', value: momentText(sheet.endedAt) }] : []),
              { label: 'SHA-256 isi', value: <code className="text-meta">{sheet.hash}</code> },
            ]}
          />
        </Section>
      </div>
    </div>
  )
}

/** Says of a proposal of the command line that its maker has not confirmed it yet. */
function Unconfirmed({ sheet: { state, isConfirmed, isOwn, maker } }: { sheet: Sheet }) {
  if (state !== 'WAITING' || isConfirmed) return null
  return (
    <Notice tone="warn">
      {isOwn
        ? 'Usulan ini diketik atas nama Anda di baris perintah. Bila benar milik Anda, benarkan; bila bukan, tarik dan beri tahu pengurus staf.'
        : `Belum dapat disetujui: ${maker} belum membenarkan di konsol bahwa usulan dari baris perintah ini miliknya.`}
    </Notice>
  )
}

function Needed({ sheet: { votes, needed } }: { sheet: Sheet }) {
  const agreed = votes.filter(({ verdict }) => verdict === 'AGREED').length
  return <span className="figures text-table text-mute">{`${agreed} dari ${needed} orang`}</span>
}
