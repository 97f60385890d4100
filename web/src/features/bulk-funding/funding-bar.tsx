import { Button } from '../../ui/button.tsx'
import { countText } from '../../ui/count-text.ts'
import { cx } from '../../ui/cx.ts'
import { Money } from '../../ui/money.tsx'

type Props = {
  /** Open loans, and what they come to in whole rupiah. */
  count: number
  total: number
  /** False until the server has said both numbers. */
  ready: boolean
  /** The lender's own bulk funding of this product, which is funded once. */
  bulkFundingNumber: string | null
  /** Why the last try did not go through. */
  error: string | null
  onFund: () => void
  onProgress: () => void
}

/** Floats over the list: what would be funded, and the button that begins it; or that it was funded before. */
export function FundingBar(props: Props) {
  const { count, total, ready, bulkFundingNumber, error, onFund, onProgress } = props
  return (
    <section
      aria-label="Danai produk ini"
      className={cx(
        'sticky bottom-[calc(3.8125rem+env(safe-area-inset-bottom))] z-10 mt-6 border-line bg-surface shadow-pop',
        // Above the navigation of a phone from edge to edge, elsewhere a card that floats.
        'max-md:-mx-4 max-md:border-t md:bottom-5 md:rounded-card md:border',
      )}
    >
      {error && <FundingError sentence={error} className="md:rounded-t-card" />}
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-3.5 md:px-5">
        {bulkFundingNumber === null ? (
          <>
            <dl aria-busy={!ready} className="flex min-w-0 gap-6 sm:gap-10">
              <div>
                <dt className="text-meta text-mute">Jumlah</dt>
                <dd className="figures text-body leading-7 font-semibold">{countText(count)} pinjaman</dd>
              </div>
              <div className="min-w-0">
                <dt className="text-meta text-mute">Total</dt>
                <dd>
                  <Money amount={total} className="text-section leading-7! font-bold sm:text-money" />
                </dd>
              </div>
            </dl>
            <Button disabled={!ready} onClick={onFund} className="max-sm:w-full sm:min-w-44">
              Danai Pinjaman
            </Button>
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
      </div>
    </section>
  )
}

/** Why the last funding did not go through; it stands where the toast has gone. */
export function FundingError({ sentence, className }: { sentence: string; className: string }) {
  return (
    <p role="alert" className={cx('bg-bad-tint px-4 py-3 text-table text-bad md:px-5', className)}>
      {sentence}
    </p>
  )
}
