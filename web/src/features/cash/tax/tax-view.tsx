import type { TaxYear } from '@pematang/contract/cash/tax/endpoints'
import { ListSkeleton } from '../../../lists/list-skeleton.tsx'
import { NotLoaded } from '../../../lists/not-loaded.tsx'
import { Card } from '../../../ui/card.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Select } from '../../../ui/select.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { useTaxYear } from './queries.ts'
import { TaxTable } from './tax-table.tsx'
import { yearsWith } from './words.ts'

type Props = { year: number; onYear: (year: number) => void }

/** The tax withheld from interest in a year: each month with its slips, and the sums for the tax return. */
export function TaxView({ year, onYear }: Props) {
  const query = useTaxYear(year)
  const { data } = query
  return (
    <section aria-label="Pajak" className="mt-5 grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <Select
          label="Tahun pajak"
          className="w-36"
          options={yearsWith(year, data?.years ?? []).map((one) => ({
            value: String(one),
            label: String(one),
          }))}
          value={String(year)}
          onChange={(value) => onYear(Number(value))}
        />
        {data && <TaxNumber taxNumber={data.taxNumber} />}
      </div>
      <Months query={query} />
      {data?.taxNumber === null && (
        <p className="text-meta text-mute">
          NPWP/NIK terdiri dari 16 digit: NIK untuk perorangan, NPWP 16 digit untuk badan usaha. NPWP lama 15
          digit ditulis dengan angka 0 di depannya. Tarif pajak berubah setelah status pajak Anda diperbarui,
          bukan langsung saat nomornya terdaftar.
        </p>
      )}
      <p className="text-meta text-mute">
        Pajak penghasilan dipotong dari bunga Anda. Laporkan bunga bruto dalam SPT Tahunan dan kreditkan PPh
        Pasal 23 yang sudah dipotong. Laporan di sini bukan bukti potong resmi; bukti potong diterbitkan
        melalui sistem Direktorat Jenderal Pajak.
      </p>
    </section>
  )
}

function Months({ query }: { query: ReturnType<typeof useTaxYear> }) {
  const { data } = query
  if (!data) {
    return query.isError ? (
      <Card>
        <NotLoaded title="Pajak belum dapat dimuat" query={query} />
      </Card>
    ) : (
      <ListSkeleton
        height="h-[180px]"
        columns={['kind', 'interest', 'tax', 'slip']}
        first={<Skeleton className="h-4 w-32" />}
      />
    )
  }
  if (data.months.length === 0) {
    return (
      <Card>
        <EmptyState picture="list" title={`Belum ada bunga pada ${data.year}`}>
          Pajak dipotong saat Anda menerima bunga dari angsuran. Setiap masa pajak akan tampil di sini.
        </EmptyState>
      </Card>
    )
  }
  return <TaxTable tax={data} refreshing={query.isPlaceholderData} />
}

const TaxNumber = ({ taxNumber }: Pick<TaxYear, 'taxNumber'>) => (
  <dl className="text-table">
    <dt className="text-meta text-mute">NPWP/NIK</dt>
    <dd className="font-semibold">
      {taxNumber === null ? (
        <>
          <span>Belum terdaftar</span>
          <span className="block text-meta font-normal text-mute">Hubungi kami untuk mendaftarkannya.</span>
        </>
      ) : (
        <span className="figures">
          <span className="sr-only">berakhiran {taxNumber.slice(-4)}</span>
          <span aria-hidden>•••• {taxNumber.slice(-4)}</span>
        </span>
      )}
    </dd>
  </dl>
)
