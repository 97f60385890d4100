import { useState } from 'react'
import type { Decision } from '../../../company/proposed.ts'
import { NotLoaded } from '../../../lists/not-loaded.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'
import { BulkFlow } from './bulk-flow.tsx'
import { shownLoans } from './change-words.ts'
import { useBulkLoans } from './queries.ts'

type Props = {
  decision: Decision
  lenderUserId: number
  onClosed: () => void
  onProgress: () => void
  onMarketplace: () => void
}

/** Decides on a proposed bulk funding, in the dialogs in which a lender funds one: with the product as it is now. */
export function BulkDecision({ decision, ...flow }: Props) {
  const [open, setOpen] = useState(true)
  const query = useBulkLoans(String(decision.body.loan_bulk_upload_group_id))
  const [began, setBegan] = useState(query.data ?? null)
  // The product as it was when the decision began: its loans may be refetched meanwhile.
  if (began === null && query.data) setBegan(query.data)
  if (began?.product)
    return (
      <BulkFlow
        {...flow}
        product={began.product}
        seen={shownLoans([], [])}
        decision={decision}
        // A toast says why, and the proposal shows what has changed.
        onFailed={() => undefined}
        onChanged={() => undefined}
      />
    )
  return (
    <Dialog open={open} onOpenChange={setOpen} onClosed={flow.onClosed} size="small" title="Detail">
      {query.isError ? (
        <NotLoaded title="Produk ini belum dapat dimuat" query={query} />
      ) : (
        <Loading label="Memuat produk…">
          <Skeleton className="h-40 w-full" />
        </Loading>
      )}
    </Dialog>
  )
}
