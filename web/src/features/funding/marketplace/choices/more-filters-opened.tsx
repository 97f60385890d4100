import { type RefObject, useId, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useDraft } from '../../../../ui/use-draft.ts'
import { useSettled } from '../../../../ui/use-settled.ts'
import type { MarketplaceFilter } from '../filter.ts'
import { draftOf, emptyDraft, type FilterDraft, readDraft } from '../filter-draft.ts'
import { useChoiceCounts } from '../queries.ts'
import { loanCountText } from '../loan-count.ts'
import { FilterFields } from './filter-fields.tsx'

type Props = {
  /** Whether the filters are a panel above the list, or a sheet over the screen. */
  as: 'panel' | 'sheet'
  id: string
  filter: MarketplaceFilter
  onSubmit: (filter: MarketplaceFilter) => void
  onClosed: () => void
  /** Receives the focus when the filters have been applied. */
  focusNext: RefObject<HTMLElement | null>
}

/** The filters beyond tenor and loan type. One button applies all of them; it shows how many loans they would leave. */
export function MoreFiltersOpened({ as, id, filter, onSubmit, onClosed, focusNext }: Props) {
  const [open, setOpen] = useState(true)
  const form = useFilterDraft(filter, (chosen) => {
    onSubmit(chosen)
    if (as === 'sheet') return setOpen(false)
    focusNext.current?.focus()
    onClosed()
  })
  const formId = useId()
  const buttons = (
    <>
      <Button variant="quiet" onClick={form.clear}>
        Kosongkan
      </Button>
      <Button type="submit" form={formId}>
        {form.total ? `Tampilkan ${loanCountText(form.total)} pinjaman` : 'Tampilkan pinjaman'}
      </Button>
    </>
  )
  const fields = (
    <form
      id={formId}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit(event.currentTarget)
      }}
    >
      <FilterFields
        draft={form.draft}
        onChange={form.change}
        onLeave={form.check}
        errors={form.errors}
        counts={form.counts}
      />
    </form>
  )
  if (as === 'panel') {
    return (
      <Card id={id} aria-label="Pilihan lain untuk daftar pinjaman" className="p-5">
        {fields}
        <div className="mt-5 flex flex-wrap justify-end gap-3 border-t border-line pt-4">{buttons}</div>
      </Card>
    )
  }
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      title="Pilih pinjaman"
      footer={buttons}
      finalFocus={focusNext}
    >
      {fields}
    </Dialog>
  )
}

/**
 * The draft of the fields, its error sentences and its counts. An error appears when a field loses the focus or the
 * form is sent.
 */
function useFilterDraft(filter: MarketplaceFilter, onSubmit: (filter: MarketplaceFilter) => void) {
  const applied = draftOf(filter)
  const [draft, setDraft] = useDraft(applied, JSON.stringify(applied))
  const [checked, setChecked] = useState(true)
  const { filter: next, errors } = readDraft(draft, filter)
  const isValid = Object.keys(errors).length === 0
  const counts = useChoiceCounts(useSettledFilter(isValid ? next : filter), true).data

  return {
    draft,
    errors: checked ? errors : {},
    counts,
    /** The loans that the draft would leave; undefined while unknown. */
    total: isValid ? counts?.total : undefined,
    change: (change: Partial<FilterDraft>) => {
      setDraft({ ...draft, ...change })
      setChecked(false)
    },
    check: () => setChecked(true),
    clear: () => setDraft(emptyDraft),
    submit: (form: HTMLFormElement) => {
      if (isValid) return onSubmit(next)
      flushSync(() => setChecked(true))
      const field = form.querySelector<HTMLElement>('[aria-invalid="true"]')
      field?.focus({ preventScroll: true })
      // Without this, the buttons of the sheet could hide the sentence below the field.
      field?.scrollIntoView({ block: 'center' })
    },
  }
}

/** The filter, once it has not changed for a while. */
function useSettledFilter(filter: MarketplaceFilter): MarketplaceFilter {
  return JSON.parse(useSettled(JSON.stringify(filter))) as MarketplaceFilter
}
