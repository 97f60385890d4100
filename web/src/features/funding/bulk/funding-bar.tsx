import { useMay } from '../../../company/member.ts'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { LoanSum, StickyBar } from '../../../ui/sticky-bar.tsx'

type Props = {
  /** Number of open loans, and their sum in whole rupiah. */
  count: number
  total: number
  /** False until the server has sent both numbers. */
  ready: boolean
  /** The lender's own bulk funding of this product; a product is funded only once. */
  bulkFundingNumber: string | null
  /** Why the last attempt failed. */
  error: string | null
  onFund: () => void
  onProgress: () => void
}

/** Bar above the list: the number and sum of loans with the button to fund them, or that they were already funded. */
export function FundingBar(props: Props) {
  const { count, total, ready, bulkFundingNumber, error, onFund, onProgress } = props
  const may = useMay('BULK')
  return (
    <StickyBar
      label="Danai produk ini"
      note={error && <FundingError sentence={error} className="md:rounded-t-card" />}
    >
      {bulkFundingNumber === null ? (
        <>
          <LoanSum count={count} total={total} busy={!ready} />
          {may && (
            <Button disabled={!ready} onClick={onFund} className="max-sm:w-full sm:min-w-44">
              Danai Pinjaman
            </Button>
          )}
        </>
      ) : (
        <>
          <p className="min-w-0">
            <span className="block font-semibold">Anda sudah mendanai produk ini</span>
            <span className="figures block truncate text-table text-mute">{bulkFundingNumber}</span>
          </p>
          <Button variant="secondary" onClick={onProgress} className="max-sm:w-full">
            Lihat Progress Pendanaan
          </Button>
        </>
      )}
    </StickyBar>
  )
}

/** Shows why the last funding failed, also after the toast has closed. */
export function FundingError({ sentence, className }: { sentence: string; className: string }) {
  return (
    <p role="alert" className={cx('bg-bad-tint px-4 py-3 text-table text-bad md:px-5', className)}>
      {sentence}
    </p>
  )
}
