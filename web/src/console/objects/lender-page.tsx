import { formatRupiah } from '@pematang/contract/format/rupiah'
import { useParams } from 'react-router'
import type { Answer } from '../api/call.ts'
import { useCall } from '../api/use-call.ts'
import { Loaded } from '../parts/loaded.tsx'
import { Page } from '../parts/page.tsx'
import { Section } from '../../ui/section.tsx'
import { paths } from '../paths.ts'
import { LenderLists } from './lender-lists.tsx'
import { ObjectView } from './object-view.tsx'

type Sheet = Answer<'GET /lenders/page'>

/** The page of a lender: besides the facts what they themselves see. Opening it is recorded. */
export function LenderPage() {
  const { id = '' } = useParams()
  const query = useCall('GET /lenders/page', { id })
  return (
    <Page
      title={query.data?.title ?? 'Pemberi Dana'}
      lead={query.data && `Pemberi Dana ${id}. Pembukaan halaman ini tercatat di jejak.`}
      back={{ to: paths.search, label: 'Cari' }}
    >
      <Loaded query={query} what="Pemberi Dana">
        {(page) => (
          <>
            <Figures summary={page.summary} />
            <ObjectView page={page} lists={<LenderLists id={id} />} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

const Figures = ({ summary }: { summary: Sheet['summary'] }) => (
  <Section title="Yang dilihat Pemberi Dana" flush>
    <dl className="grid grid-cols-2 gap-px overflow-hidden rounded-b-card bg-line sm:grid-cols-3 lg:grid-cols-6">
      {(
        [
          ['Saldo kas', summary.cashBalance],
          ['Dicadangkan', summary.reservedBalance],
          ['Sedang ditarik', summary.withdrawingBalance],
          ['Sisa pokok', summary.outStandingBalance],
          ['Bunga diharapkan', summary.estInterestGet],
          ['Ruang mendanai', summary.fundingRoom],
        ] as const
      ).map(([label, amount]) => (
        <div key={label} className="grid content-start gap-0.5 bg-surface px-4 py-3 sm:px-5">
          <dt className="text-meta text-mute">{label}</dt>
          <dd className="figures font-semibold">{amount === null ? 'Tanpa batas' : formatRupiah(amount)}</dd>
        </div>
      ))}
    </dl>
  </Section>
)
