import type { MarketplaceLoan } from '@pematang/contract/funding/marketplace/endpoints'
import { useCallback, useEffect, useState } from 'react'
import { type Location, useNavigate } from 'react-router'
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
import { useMay } from '../company/member.ts'
import { paths, withQuery } from '../paths.ts'
import { useLender } from '../session/use-session.ts'
import { prefetchWhenIdle } from '../shell/prefetch.ts'
import { lazyPart, Part } from '../ui/lazy-part.tsx'
import { PartMissing, toastPartMissing } from '../ui/part-missing.tsx'
import { Tabs } from '../ui/tabs.tsx'
import { FundingDialog } from './funding-dialog.tsx'
import { SelectedLoans } from './marketplace/selected-loans.tsx'

/** Few lenders are offered products. */
const BulkList = lazyPart(() =>
  import('../features/funding/marketplace/bulk-list.tsx').then((module) => module.BulkList),
)

const LoanPanel = lazyPart(() => import('./marketplace/loan-panel.tsx').then((module) => module.LoanPanel))

const isProducts = (search: URLSearchParams): boolean => search.get('tab') === 'product'

type Offer = 'loans' | 'products'

type Props = {
  /** Where the list is, also while the URL is that of a loan. */
  list: Location
  /** The loan in the panel over the list. */
  loanNumber: string | undefined
  /** Goes back to the list. */
  onList: () => void
}

/** The loans that are open for funding, single loans or products; tab and filter are in the URL. */
export function Marketplace({ list, loanNumber, onList }: Props) {
  const search = new URLSearchParams(list.search)
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<MarketplaceLoan | null>(null)
  const restart = useMarketplaceReset()
  const changeOffer = useOfferChange()
  const { userId } = useLender()
  const may = useMay('FUNDING')
  const filter = useKeptFilter(userId, list)
  const searchText = useSearchText()
  const bulk = useBulkProducts()
  // If the URL asks for the tab of products, the tab is kept until the server has answered whether products are
  // offered.
  const hasProducts = bulk.data?.isOffered ?? (bulk.isPending && isProducts(search))
  const offer: Offer = hasProducts && isProducts(search) ? 'products' : 'loans'

  // The list loads first. The code of the dialogs is fetched when the browser is idle, before the first button can be
  // pressed.
  useEffect(() => prefetchWhenIdle('marketplace'), [])

  const renderChoice = useCallback(
    (loan: MarketplaceLoan, describedBy: string, isRow?: boolean) =>
      may && <ChooseLoan loan={loan} lenderUserId={userId} describedBy={describedBy} isRow={isRow} />,
    [userId, may],
  )

  function submit(next: MarketplaceFilter) {
    const wanted = withQuery('', filterQuery(next))
    if (wanted === withQuery('', filterQuery(filter))) return restart()
    void navigate(paths.marketplace + wanted)
  }

  function show(next: Offer) {
    const changed = new URLSearchParams(search)
    if (next === 'products') changed.set('tab', 'product')
    else changed.delete('tab')
    void navigate({ pathname: paths.marketplace, search: changed.toString() })
  }

  const loans = (
    <>
      <LoanOffers
        filter={filter}
        onFilter={submit}
        onFund={setChosen}
        renderChoice={renderChoice}
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
      <h1 className="mb-3 text-h1 font-bold">Marketplace</h1>
      <Tabs
        label="Cara mendanai"
        value={offer}
        onChange={show}
        tabs={hasProducts ? [loanTab, productTab] : [loanTab]}
      />
      {loanNumber !== undefined && (
        <Part
          notLoaded={() => null}
          onNotLoaded={() => {
            onList()
            toastPartMissing()
          }}
        >
          <LoanPanel loanNumber={loanNumber} filter={filter} onList={onList} />
        </Part>
      )}
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
