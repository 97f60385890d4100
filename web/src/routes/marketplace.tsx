import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  filterQuery,
  LoanOffers,
  type MarketplaceFilter,
  readSaved,
  savedForm,
  useBulkProducts,
  useKeptFilter,
  useMarketplaceReset,
  useOfferChange,
  useSearchText,
} from '../features/funding/marketplace/index.ts'
import { SavedSearches } from '../features/funding/saved-searches/index.ts'
import { ChooseLoan } from '../features/funding/selection/index.ts'
import { withQuery } from '../paths.ts'
import { useLender } from '../session/use-session.ts'
import { prefetchWhenIdle } from '../shell/prefetch.ts'
import { lazyPart, Part } from '../ui/lazy-part.tsx'
import { PartMissing } from '../ui/part-missing.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { FundingDialog } from './funding-dialog.tsx'
import { SelectedLoans } from './marketplace/selected-loans.tsx'

/** Few lenders are offered products. */
const BulkList = lazyPart(() =>
  import('../features/funding/marketplace/bulk-list.tsx').then((module) => module.BulkList),
)

const isProducts = (search: URLSearchParams): boolean => search.get('tab') === 'product'

type Offer = 'loans' | 'products'

/** The loans that are open for funding, single loans or products; tab and filter are in the URL. */
export default function Marketplace() {
  const [search, setSearch] = useSearchParams()
  const [chosen, setChosen] = useState<MarketplaceLoan | null>(null)
  const restart = useMarketplaceReset()
  const changeOffer = useOfferChange()
  const { userId } = useLender()
  const filter = useKeptFilter(userId)
  const searchText = useSearchText()
  const bulk = useBulkProducts()
  // If the URL asks for the tab of products, the tab is kept until the server has answered whether products are
  // offered.
  const hasProducts = bulk.data?.isOffered ?? (bulk.isPending && isProducts(search))
  const offer: Offer = hasProducts && isProducts(search) ? 'products' : 'loans'

  // The list loads first. The code of the dialogs is fetched when the browser is idle, before the first button can be
  // pressed.
  useEffect(() => prefetchWhenIdle('marketplace'), [])

  function submit(next: MarketplaceFilter) {
    const wanted = withQuery('', filterQuery(next))
    if (wanted === withQuery('', filterQuery(filter))) return restart()
    setSearch(new URLSearchParams(wanted))
  }

  function show(next: Offer) {
    const changed = new URLSearchParams(search)
    if (next === 'products') changed.set('tab', 'product')
    else changed.delete('tab')
    setSearch(changed)
  }

  const loans = (
    <>
      <LoanOffers
        filter={filter}
        onFilter={submit}
        onFund={setChosen}
        renderChoice={(loan, describedBy) => (
          <ChooseLoan loan={loan} lenderUserId={userId} describedBy={describedBy} />
        )}
        aside={
          <SavedSearches
            current={savedForm(filter)}
            describe={(filters) => searchText(readSaved(filters))}
            onApply={(filters) => submit(readSaved(filters))}
          />
        }
      />
      <SelectedLoans lenderUserId={userId} />
    </>
  )
  const products = (
    <div className="pt-5">
      <Part notLoaded={(retry) => <PartMissing onRetry={retry} />}>
        <BulkList query={bulk} />
      </Part>
    </div>
  )
  const loanTab = { value: 'loans', label: 'List Pinjaman', panel: loans } as const
  const productTab = { value: 'products', label: 'Pendanaan Product', panel: products } as const
  return (
    <>
      <h1 className="mb-4 text-h1 font-bold">Marketplace</h1>
      <Tabs
        label="Cara mendanai"
        value={offer}
        onChange={show}
        tabs={hasProducts ? [loanTab, productTab] : [loanTab]}
      />
      {chosen && (
        <FundingDialog
          loan={chosen}
          onClosed={() => setChosen(null)}
          onOffer={(left) => {
            setChosen({ ...chosen, ...left })
            changeOffer(chosen.loanNumber, left)
          }}
        />
      )}
    </>
  )
}
