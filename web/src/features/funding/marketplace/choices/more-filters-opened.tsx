import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Button } from '../../../../ui/button.tsx'
import { Card } from '../../../../ui/card.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { stillToArrive } from '../../../../ui/own-values.ts'
import { useSettled } from '../../../../ui/use-settled.ts'
import type { MarketplaceFilter } from '../filter.ts'
import { draftOf, emptyDraft, type FilterDraft, readDraft } from '../filter-draft.ts'
import { useChoiceCounts } from '../queries.ts'
import { loanCountText } from '../loan-count.ts'
import { FilterFields, TenorFields } from './filter-fields.tsx'

/** Milliseconds without a key after which typed filters apply. */
const typingPause = 300

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

/**
 * The filters of the panel, which apply at once, or of the sheet, which hides the list and applies them with its button.
 * The button shows how many loans they leave.
 */
export function MoreFiltersOpened({ as, id, filter, onSubmit, onClosed, focusNext }: Props) {
  const [open, setOpen] = useState(true)
  const form = useFilterDraft(filter, { onChange: as === 'panel' ? onSubmit : undefined })
  function apply(chosen: MarketplaceFilter) {
    if (!isSame(chosen, filter)) onSubmit(chosen)
    if (as === 'sheet') return setOpen(false)
    focusNext.current?.focus()
    onClosed()
  }
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
        form.submit(event.currentTarget, apply)
      }}
    >
      <FilterFields {...form.fields} isWhole={as === 'sheet'} />
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

/** The range of tenors in the popover of its field; it applies at once. */
export function TenorRange({ filter, onSubmit }: Pick<Props, 'filter' | 'onSubmit'>) {
  const form = useFilterDraft(filter, { onChange: onSubmit })
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit(event.currentTarget, onSubmit)
      }}
    >
      <TenorFields {...form.fields} />
      {/* Without one the key Enter does not send a form of two fields. */}
      <button type="submit" hidden />
    </form>
  )
}

const keyOf = (filter: MarketplaceFilter) => JSON.stringify(draftOf(filter))
const isSame = (a: MarketplaceFilter, b: MarketplaceFilter) => keyOf(a) === keyOf(b)

/** The fields that stand beside the list on a desktop. */
const ownFields = ({ loanTypeIds, tenorFrom, tenorTo, tenorPeriodId }: FilterDraft) => ({
  loanTypeIds,
  tenorFrom,
  tenorTo,
  tenorPeriodId,
})

/** The fields that a filter has changed. */
function changes(before: string, filter: MarketplaceFilter): Partial<FilterDraft> {
  const known = JSON.parse(before) as FilterDraft
  const isChanged = ([field, value]: [string, unknown]) =>
    JSON.stringify(value) !== JSON.stringify(known[field as keyof FilterDraft])
  return Object.fromEntries(Object.entries(draftOf(filter)).filter(isChanged))
}

/**
 * The draft of the fields, its error sentences and its counts. An error appears when a field loses the focus or the
 * form is sent.
 * @param onChange applies a valid draft as soon as typing pauses
 */
function useFilterDraft(
  filter: MarketplaceFilter,
  { onChange }: { onChange: ((filter: MarketplaceFilter) => void) | undefined },
) {
  const [sent, setSent] = useState<readonly string[]>([])
  const [shownFor, setShownFor] = useState(keyOf(filter))
  const [draft, setDraft] = useState(() => draftOf(filter))
  const [checked, setChecked] = useState(true)
  if (shownFor !== keyOf(filter)) {
    setShownFor(keyOf(filter))
    const coming = stillToArrive(sent, keyOf(filter))
    setSent(coming ?? [])
    // What these fields set does not interrupt typing; what was set elsewhere replaces only its own fields.
    if (coming === null) setDraft({ ...draft, ...changes(shownFor, filter) })
  }
  const { filter: next, errors } = readDraft(draft, filter)
  const isValid = Object.keys(errors).length === 0
  const counts = useChoiceCounts(useSettledFilter(isValid ? next : filter), true).data
  const latest = useRef({ filter, draft, sent })
  useEffect(() => {
    latest.current = { filter, draft, sent }
  })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function apply() {
    clearTimeout(timer.current)
    const now = latest.current
    const read = readDraft(now.draft, now.filter)
    const wanted = keyOf(read.filter)
    if (!onChange || Object.keys(read.errors).length > 0) return
    if (wanted === (now.sent.at(-1) ?? keyOf(now.filter))) return
    setSent((before) => [...before, wanted])
    onChange(read.filter)
  }

  function change(fields: Partial<FilterDraft>) {
    setDraft({ ...draft, ...fields })
    setChecked(false)
    clearTimeout(timer.current)
    timer.current = setTimeout(apply, typingPause)
  }

  return {
    fields: {
      draft,
      errors: checked ? errors : {},
      counts,
      onChange: change,
      onLeave: () => {
        setChecked(true)
        apply()
      },
    },
    /** The loans that the draft would leave; undefined while unknown. */
    total: isValid ? counts?.total : undefined,
    clear: () => change(onChange ? { ...emptyDraft, ...ownFields(draft) } : emptyDraft),
    submit: (form: HTMLFormElement, onSubmit: (filter: MarketplaceFilter) => void) => {
      if (isValid) {
        // What is sent now does not apply a second time, which would add an entry to the history.
        clearTimeout(timer.current)
        return onSubmit(next)
      }
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
