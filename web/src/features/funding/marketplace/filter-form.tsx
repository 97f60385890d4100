import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { FilterButton } from '../../../ui/filter-button.tsx'
import { lazyPart, Part } from '../../../ui/lazy-part.tsx'
import { PartMissing } from '../../../ui/part-missing.tsx'
import { Popover } from '../../../ui/popover.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { MultiSelect } from '../../../ui/select.tsx'
import { useDraft } from '../../../ui/use-draft.ts'
import { useWide } from '../../../ui/use-wide.ts'
import type { MoreFilters } from './choices/more-filters.tsx'
import { countBeside, countFilters, type MarketplaceFilter, tenorDigits, tenors } from './filter.ts'
import { loanCountText } from './loan-count.ts'
import { useActiveLoanTypes, useChoiceCounts } from './queries.ts'

const TenorRange = lazyPart(() =>
  import('./choices/more-filters-opened.tsx').then((module) => module.TenorRange),
)

type Props = {
  filter: MarketplaceFilter
  /** Called with each change; the list then starts at page 1. */
  onSubmit: (filter: MarketplaceFilter) => void
  more: MoreFilters
}

/**
 * Tenor and loan types, which apply at once, and a button for the other filters; on a narrow screen all of them are
 * behind one button. It appears once the loan types are known.
 */
export function FilterForm(props: Props) {
  const { filter, more } = props
  const { data: loanTypes } = useActiveLoanTypes()
  const isWide = useWide()
  if (!loanTypes) return <div aria-hidden className="min-h-11" />
  return (
    <>
      {isWide && <OwnFields {...props} loanTypes={loanTypes} />}
      <FilterButton
        label={isWide ? 'Filter lain' : 'Filter'}
        active={isWide ? countBeside(filter) : countFilters(filter)}
        open={more.isOpen}
        controls={more.id}
        onClick={more.toggle}
        onApproach={more.prefetch}
      />
    </>
  )
}

type LoanTypes = NonNullable<ReturnType<typeof useActiveLoanTypes>['data']>

function OwnFields({ filter, onSubmit, loanTypes }: Props & { loanTypes: LoanTypes }) {
  const [types, setTypes] = useDraft(filter.loanTypeIds.map(String), filter.loanTypeIds.join())
  // Counting is expensive for the server, so it waits until the pointer or the focus is on the form.
  const [approached, setApproached] = useState(false)
  const { data: counts } = useChoiceCounts(filter, approached)
  const approach = () => setApproached(true)
  return (
    <div onPointerEnter={approach} onFocus={approach}>
      <form aria-label="Filter pinjaman" className="flex gap-3" onSubmit={(event) => event.preventDefault()}>
        <SearchField
          label="Tenor"
          hideLabel
          placeholder="Tenor"
          inputMode="numeric"
          className="w-32"
          value={filter.tenor === null ? '' : String(filter.tenor)}
          clean={tenorDigits}
          onSearch={(typed) => {
            const tenor = typed === '' ? null : Number(typed)
            onSubmit({ ...filter, ...tenors(tenor, tenor, null) })
          }}
          suffix={
            <Popover
              label="Rentang tenor"
              align="start"
              trigger={<ChevronDown size={18} aria-hidden />}
              triggerClassName="grid h-[42px] w-10 shrink-0 place-items-center rounded-control text-mute hover:text-ink"
            >
              <Part notLoaded={(retry) => <PartMissing onRetry={retry} />}>
                <TenorRange filter={filter} onSubmit={onSubmit} />
              </Part>
            </Popover>
          }
        />
        <MultiSelect
          label="Jenis pinjaman"
          hideLabel
          placeholder="Jenis pinjaman"
          className="w-48"
          options={loanTypes.map(({ name, loanTypeId }) => {
            const loans = counts?.types.find((type) => type.loanTypeId === loanTypeId)
            return { value: String(loanTypeId), label: name, note: loans && loanCountText(loans) }
          })}
          value={types}
          onChange={(next) => {
            setTypes(next)
            onSubmit({ ...filter, loanTypeIds: next.map(Number) })
          }}
        />
      </form>
    </div>
  )
}
