import type { MarketplaceLoan } from '@pematang/contract/marketplace/endpoints'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import {
  BulkList,
  FilterForm,
  filterQuery,
  LoanList,
  type MarketplaceFilter,
  noFilter,
  readFilter,
  useBulkProducts,
  useMarketplaceReset,
} from '../features/marketplace/index.ts'
import { paths, withQuery } from '../paths.ts'
import { useLender } from '../session/use-session.ts'
import { Tabs } from '../ui/tabs.tsx'

const isProducts = (search: URLSearchParams): boolean => search.get('tab') === 'product'

const loadFunding = () => import('../features/funding/index.ts')
const FundingFlow = lazy(async () => ({ default: (await loadFunding()).FundingFlow }))

type Offer = 'loans' | 'products'

/** The loans that are open for funding, one by one or as products; tab and filter stand in the address. */
export default function Marketplace() {
  const [search, setSearch] = useSearchParams()
  const [chosen, setChosen] = useState<MarketplaceLoan | null>(null)
  const restart = useMarketplaceReset()
  const navigate = useNavigate()
  const { userId } = useLender()
  const filter = readFilter(search)
  const products = useBulkProducts()
  // Whoever comes to the tab by its address waits there until the server has said whether it is offered.
  const hasProducts = products.data?.isOffered ?? (products.isPending && isProducts(search))
  const offer: Offer = hasProducts && isProducts(search) ? 'products' : 'loans'

  // The list comes first; the dialogs are there before anyone can press the first button.
  useEffect(() => void loadFunding(), [])

  function submit(next: MarketplaceFilter) {
    const { tenor, loanTypeId } = filterQuery(next)
    const current = filterQuery(filter)
    if (tenor === current.tenor && loanTypeId === current.loanTypeId) return restart()
    setSearch(new URLSearchParams(withQuery('', { tenor, loanTypeId })))
  }

  function show(next: Offer) {
    const changed = new URLSearchParams(search)
    if (next === 'products') changed.set('tab', 'product')
    else changed.delete('tab')
    setSearch(changed)
  }

  const loans = (
    <div className="grid gap-5 pt-5">
      <FilterForm filter={filter} onSubmit={submit} />
      <LoanList filter={filter} onResetFilter={() => submit(noFilter)} onFund={setChosen} />
    </div>
  )
  return (
    <>
      <h1 className="mb-4 text-h1 font-bold">Marketplace</h1>
      <Tabs
        label="Cara mendanai"
        value={offer}
        onChange={show}
        tabs={[
          { value: 'loans', label: 'List Pinjaman', panel: loans },
          ...(hasProducts
            ? [
                {
                  value: 'products' as const,
                  label: 'Pendanaan Product',
                  panel: (
                    <div className="pt-5">
                      <BulkList query={products} />
                    </div>
                  ),
                },
              ]
            : []),
        ]}
      />
      {chosen && (
        <Suspense>
          <FundingFlow
            key={chosen.loanId}
            loan={chosen}
            lenderUserId={userId}
            onClosed={() => setChosen(null)}
            onFunded={(signing) => navigate(paths.signing, { state: signing })}
            onFailed={(result) => navigate(paths.fundingStatus, { state: result })}
          />
        </Suspense>
      )}
    </>
  )
}
