import type { TaxYear } from '@pematang/contract/cash/tax/endpoints'
import type { ReactNode } from 'react'
import { LoadFailure } from '../../../lists/load-failure.tsx'
import { Card } from '../../../ui/card.tsx'
import { CardSkeleton } from '../../../ui/card-skeleton.tsx'
import { cx } from '../../../ui/cx.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Money } from '../../../ui/money.tsx'
import { Select } from '../../../ui/select.tsx'
import { Loading } from '../../../ui/skeleton.tsx'
import { YearDownloads } from './downloads.tsx'
import { MonthCard } from './month.tsx'
import { useTaxYear } from './queries.ts'
import { kindName, yearsWith } from './words.ts'

type Props = { year: number; onYear: (year: number) => void }

/** The tax withheld from interest in a year: the sums for the tax return, and each month with its slips. */
export function TaxView({ year, onYear }: Props) {
  const query = useTaxYear(year)
  const { data } = query
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div>
          <h1 className="text-h1 font-bold">Pajak</h1>
          <p className="text-table text-mute">Pajak penghasilan yang dipotong dari bunga Anda.</p>
        </div>
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
      </div>
      {data ? (
        <div
          aria-busy={query.isPlaceholderData}
          className={cx(
            'grid gap-4 transition-opacity duration-150',
            query.isPlaceholderData && 'opacity-60',
          )}
        >
          <Summary tax={data} />
          {data.months.length === 0 ? (
            <Card>
              <EmptyState picture="list" title={`Belum ada bunga pada ${data.year}`}>
                Pajak dipotong saat Anda menerima bunga dari angsuran. Setiap masa pajak akan tampil di sini.
              </EmptyState>
            </Card>
          ) : (
            data.months.toReversed().map((month) => <MonthCard key={month.period} month={month} />)
          )}
        </div>
      ) : query.isError ? (
        <LoadFailure query={query} />
      ) : (
        <Loading>
          <div className="grid gap-4">
            <CardSkeleton className="h-44" />
            <CardSkeleton className="h-40" />
            <CardSkeleton className="h-40" />
          </div>
        </Loading>
      )}
    </>
  )
}

const Summary = ({ tax }: { tax: TaxYear }) => (
  <Card aria-label={`Ringkasan ${tax.year}`} className="grid gap-4 p-4 md:p-6">
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <h2 className="text-section font-semibold">Ringkasan {tax.year}</h2>
      <div className="-my-2 -mr-2">
        <YearDownloads year={tax.year} />
      </div>
    </div>
    <dl className="grid grid-cols-1 gap-4 min-[22.5rem]:grid-cols-2 lg:grid-cols-4">
      <Figure name="Bunga bruto">
        <Money amount={tax.interest} />
      </Figure>
      <Figure
        name="Pajak dipotong"
        note={
          tax.kinds.length > 1 &&
          tax.kinds.map(({ kind, tax: withheld }) => (
            <span key={kind} className="block">
              {kindName(kind)} <Money amount={withheld} />
            </span>
          ))
        }
      >
        <Money amount={tax.tax} />
      </Figure>
      <Figure name="Bukti potong" note={tax.slips.missing > 0 && `${tax.slips.missing} belum tercatat`}>
        <span className="figures">{tax.slips.entered}</span> tercatat
      </Figure>
      <Figure name="NPWP/NIK" note={tax.taxNumber === null && 'Hubungi kami untuk mendaftarkannya.'}>
        {tax.taxNumber === null ? (
          'Belum terdaftar'
        ) : (
          <span className="figures">
            <span className="sr-only">berakhiran {tax.taxNumber.slice(-4)}</span>
            <span aria-hidden>•••• {tax.taxNumber.slice(-4)}</span>
          </span>
        )}
      </Figure>
    </dl>
    {tax.taxNumber === null && (
      <p className="text-meta text-mute">
        NPWP/NIK terdiri dari 16 digit: NIK untuk perorangan, NPWP 16 digit untuk badan usaha. NPWP lama 15
        digit ditulis dengan angka 0 di depannya. Tarif pajak berubah setelah status pajak Anda diperbarui,
        bukan langsung saat nomornya terdaftar.
      </p>
    )}
    <p className="text-meta text-mute">
      Laporkan bunga bruto dalam SPT Tahunan dan kreditkan PPh Pasal 23 yang sudah dipotong. Laporan di sini
      bukan bukti potong resmi; bukti potong diterbitkan melalui sistem Direktorat Jenderal Pajak.
    </p>
  </Card>
)

const Figure = ({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-meta text-mute">{name}</dt>
    <dd>
      <span className="text-section font-semibold">{children}</span>
      {note && <span className="block text-meta text-mute">{note}</span>}
    </dd>
  </div>
)
