import { formatDateLong } from '@pematang/contract/format/date'
import { formatInterest } from '@pematang/contract/format/interest'
import type { PortfolioItem } from '@pematang/contract/reports/portfolio/endpoints'

/** The number of the funding in the transaction history and the terms of before, shown only in an expanded row. */
export const OpenedFacts = ({ row: { transactionNumber, former } }: { row: PortfolioItem }) => (
  <p className="px-4 pt-3 pb-1 text-meta text-mute @min-[60rem]:px-5">
    Nomor transaksi <span className="figures break-all text-ink">{transactionNumber}</span>
    {former && (
      <span className="block">
        Ketentuan baru; semula bunga {formatInterest(former.interestPercentage)}, {former.tenor}
        {former.dueDate && `, jatuh tempo ${formatDateLong(former.dueDate)}`}.
      </span>
    )}
  </p>
)
