import { SlidersHorizontal } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
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

  return (
    <div>
      <Button
        variant="secondary"
        wide
        aria-expanded={open}
        aria-controls="filter-pinjaman"
        onClick={() => setOpen(!open)}
        icon={<SlidersHorizontal size={18} aria-hidden />}
        className="md:hidden"
      >
        {set > 0 ? `Filter (${set})` : 'Filter'}
      </Button>
      <form
        id="filter-pinjaman"
        aria-label="Filter pinjaman"
        className={cx(
          'items-end gap-3 max-md:mt-3 md:grid md:grid-cols-[9rem_minmax(0,18rem)_auto_1fr]',
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
          className="min-w-0 grid-cols-[minmax(0,1fr)]"
          value={tenor}
          onChange={(event) => setTenor(tenorDigits(event.target.value))}
        />
        <MultiSelect
          label="Jenis pinjaman"
          placeholder="Semua jenis"
          className="min-w-0 grid-cols-[minmax(0,1fr)]"
          options={options}
          value={loanTypes}
          onChange={setLoanTypes}
        />
        <Button type="submit" variant="secondary">
          Terapkan
        </Button>
        {set > 0 && (
          <Button
            variant="quiet"
            className="md:justify-self-start"
            onClick={() => {
              setOpen(false)
              onSubmit(noFilter)
            }}
          >
            Reset
          </Button>
        )}
      </form>
    </div>
  )
}
