import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { FilterButton } from '../../ui/filter-button.tsx'
import { MultiSelect } from '../../ui/select.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { countFilters, type MarketplaceFilter, noFilter, tenorDigits } from './filter.ts'
import { useActiveLoanTypes } from './queries.ts'

type Props = {
  filter: MarketplaceFilter
  /** Called on submit and on reset; the list then starts with page 1. */
  onSubmit: (filter: MarketplaceFilter) => void
}

/** Tenor and loan types. It appears once the loan types are known; on a phone behind one button. */
export function FilterForm(props: Props) {
  const { data: loanTypes } = useActiveLoanTypes()
  const { tenor, loanTypeIds } = props.filter
  if (!loanTypes) return <div aria-hidden className="min-h-11 md:min-h-[4.375rem]" />
  const options = loanTypes.map(({ name, loanTypeId }) => ({ value: String(loanTypeId), label: name }))
  // Another filter in the address (back, reset) is another form.
  return <LoadedForm key={`${tenor}/${loanTypeIds.join()}`} {...props} options={options} />
}

function LoadedForm({ filter, onSubmit, options }: Props & { options: { value: string; label: string }[] }) {
  const [tenor, setTenor] = useState(filter.tenor === null ? '' : String(filter.tenor))
  const [loanTypes, setLoanTypes] = useState(filter.loanTypeIds.map(String))
  const [open, setOpen] = useState(false)
  const set = countFilters(filter)

  function reset() {
    setOpen(false)
    onSubmit(noFilter)
  }

  return (
    <div>
      <div className="flex items-center justify-between gap-3 md:hidden">
        <FilterButton active={set} open={open} controls="filter-pinjaman" onClick={() => setOpen(!open)} />
        {set > 0 && (
          <Button variant="quiet" className="-mr-3 px-3!" onClick={reset}>
            Reset filter
          </Button>
        )}
      </div>
      <form
        id="filter-pinjaman"
        aria-label="Filter pinjaman"
        className={cx(
          'items-end gap-3 max-md:mt-3 max-md:grid-cols-2 md:grid md:grid-cols-[9rem_minmax(0,18rem)_auto_1fr] md:gap-4',
          open ? 'grid' : 'hidden',
        )}
        onSubmit={(event) => {
          event.preventDefault()
          setOpen(false)
          onSubmit({ tenor: tenor === '' ? null : Number(tenor), loanTypeIds: loanTypes.map(Number) })
        }}
      >
        <TextField
          label="Tenor"
          inputMode="numeric"
          autoComplete="off"
          placeholder="Semua"
          value={tenor}
          onChange={(event) => setTenor(tenorDigits(event.target.value))}
        />
        <MultiSelect
          label="Jenis pinjaman"
          placeholder="Semua jenis"
          options={options}
          value={loanTypes}
          onChange={setLoanTypes}
        />
        <Button type="submit" variant="secondary" className="max-md:col-span-2">
          Terapkan
        </Button>
        {set > 0 && (
          <Button variant="quiet" className="justify-self-start px-3! max-md:hidden" onClick={reset}>
            Reset filter
          </Button>
        )}
      </form>
    </div>
  )
}
