import { type RefObject, useId, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { cx } from '../../../ui/cx.ts'
import { FilterButton } from '../../../ui/filter-button.tsx'
import { MultiSelect } from '../../../ui/select.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useDraft } from '../../../ui/use-draft.ts'
import { loanCountText } from './loan-count.ts'
import { useMoreFilters } from './choices/more-filters.tsx'
import { contradictions } from './contradictions.ts'
import { countBeside, countFilters, type MarketplaceFilter, noFilter, tenorDigits } from './filter.ts'
import { useActiveLoanTypes, useChoiceCounts } from './queries.ts'

type Props = {
  filter: MarketplaceFilter
  /** Called on submit and on reset; the list then starts at page 1. */
  onSubmit: (filter: MarketplaceFilter) => void
  /** Receives the focus when the filters of the panel or sheet have been applied. */
  focusNext: RefObject<HTMLElement | null>
}

/**
 * Tenor and loan types, and a button that opens the further filters. The form appears once the loan types are known; on
 * a phone it is behind one button.
 */
export function FilterForm(props: Props) {
  const { data: loanTypes } = useActiveLoanTypes()
  // Counting is expensive for the server, so it waits until the pointer or the focus is on the form.
  const [approached, setApproached] = useState(false)
  const { data: counts } = useChoiceCounts(props.filter, approached)
  if (!loanTypes) return <div aria-hidden className="min-h-11 md:min-h-[4.375rem]" />
  const options = loanTypes.map(({ name, loanTypeId }) => {
    const loans = counts?.types.find((type) => type.loanTypeId === loanTypeId)
    return { value: String(loanTypeId), label: name, note: loans && loanCountText(loans) }
  })
  const approach = () => setApproached(true)
  return (
    <div onPointerEnter={approach} onFocus={approach}>
      <LoadedForm {...props} options={options} />
    </div>
  )
}

type LoadedProps = Props & { options: { value: string; label: string; note: string | undefined }[] }

function LoadedForm({ filter, onSubmit, focusNext, options }: LoadedProps) {
  const [typed, setTyped] = useDraft(
    { tenor: filter.tenor === null ? '' : String(filter.tenor), loanTypes: filter.loanTypeIds.map(String) },
    `${filter.tenor}/${filter.loanTypeIds.join()}`,
  )
  const [refused, setRefused] = useState<string | null>(null)
  const [open, setOpen] = useState(false)
  const more = useMoreFilters({
    filter,
    onSubmit: (next) => {
      setOpen(false)
      onSubmit(next)
    },
    focusNext,
  })
  const formId = useId()
  const set = countFilters(filter)

  function reset() {
    setOpen(false)
    setRefused(null)
    onSubmit({ ...noFilter, sort: filter.sort })
  }

  function submit() {
    const tenor = typed.tenor === '' ? null : Number(typed.tenor)
    const next = { ...filter, tenor, loanTypeIds: typed.loanTypes.map(Number) }
    const sentence = contradictions(next).tenor ?? null
    setRefused(sentence)
    if (sentence !== null) return
    setOpen(false)
    onSubmit(next)
  }

  return (
    <div className="grid gap-4">
      <div className="flex items-center justify-between gap-3 md:hidden">
        <FilterButton active={set} open={open} controls={formId} onClick={() => setOpen(!open)} />
        {set > 0 && (
          <Button variant="quiet" className="-mr-3 px-3!" onClick={reset}>
            Reset filter
          </Button>
        )}
      </div>
      <form
        id={formId}
        aria-label="Filter pinjaman"
        className={cx(
          'items-start gap-3 max-md:grid-cols-2 md:grid md:grid-cols-[9rem_minmax(0,18rem)_auto_auto_1fr] md:gap-4 md:[&>button]:mt-6.5',
          open ? 'grid' : 'hidden',
        )}
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <TextField
          label="Tenor"
          inputMode="numeric"
          autoComplete="off"
          placeholder="Semua"
          value={typed.tenor}
          error={refused}
          onChange={(event) => {
            setRefused(null)
            setTyped({ ...typed, tenor: tenorDigits(event.target.value) })
          }}
        />
        <MultiSelect
          label="Jenis pinjaman"
          placeholder="Semua jenis"
          options={options}
          value={typed.loanTypes}
          onChange={(loanTypes) => setTyped({ ...typed, loanTypes })}
        />
        <Button type="submit" variant="secondary" className="max-md:col-span-2">
          Terapkan
        </Button>
        <FilterButton
          label="Lebih banyak filter"
          className="max-md:col-span-2"
          active={countBeside(filter)}
          open={more.isPanel}
          controls={more.id}
          onClick={more.toggle}
          onApproach={more.prefetch}
        />
        {set > 0 && (
          <Button variant="quiet" className="justify-self-start px-3! max-md:hidden" onClick={reset}>
            Reset filter
          </Button>
        )}
      </form>
      {more.opened}
    </div>
  )
}
