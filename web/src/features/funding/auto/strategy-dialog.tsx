import { useRef, useState } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { isPasswordMissing, usePasswordConsent } from '../../../session/password-consent.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { type Draft, draftOf, emptyDraft, problemsOf, termsOf } from './draft.ts'
import { EstimateLine, EstimatePanel, useDraftEstimate } from './estimate-panel.tsx'
import { StrategyFields } from './strategy-fields.tsx'
import { type Strategy, useSaveStrategy } from './strategy-queries.ts'

const formId = 'strategi-isian'

/** The form of a strategy, with the loans that it would match while typing. */
export function StrategyDialog({ strategy, onClosed }: { strategy: Strategy | null; onClosed: () => void }) {
  const [open, setOpen] = useState(true)
  const [draft, setDraft] = useState<Draft>(strategy ? draftOf(strategy) : emptyDraft)
  const [asked, setAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const password = usePasswordConsent('Simpan strategi')
  const save = useSaveStrategy(password.withPassword)
  const problems = problemsOf(draft)
  const estimate = useDraftEstimate(draft)

  function submit() {
    setAsked(true)
    const terms = termsOf(draft)
    // Focuses the first field with an error, once it is rendered.
    if (!terms)
      return void setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
    save.mutate(
      { strategyId: strategy?.strategyId ?? null, terms },
      {
        onSuccess: () => {
          toast.success(`Strategi ${terms.name} tersimpan`)
          setOpen(false)
        },
      },
    )
  }

  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      onClosed={onClosed}
      locked={save.isPending}
      size="large"
      title={strategy ? `Ubah ${strategy.name}` : 'Strategi baru'}
      description="Yang dikosongkan tidak membatasi."
      footer={
        <div className="flex flex-1 flex-col gap-3 sm:flex-row sm:items-center sm:justify-end">
          <EstimateLine {...estimate} />
          <Button type="submit" form={formId} busy={save.isPending} busyLabel="Menyimpan…">
            Simpan strategi
          </Button>
        </div>
      }
    >
      <form
        ref={form}
        id={formId}
        noValidate
        className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_18rem]"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <div className="grid gap-6">
          <StrategyFields
            draft={draft}
            problems={asked ? problems : {}}
            onChange={(part) => {
              save.reset()
              setDraft({ ...draft, ...part })
            }}
          />
          {save.error && !isPasswordMissing(save.error) && (
            <p role="alert" className="rounded-control bg-bad-tint p-3 text-table text-bad">
              {messageOf(save.error)}
            </p>
          )}
        </div>
        <EstimatePanel {...estimate} />
      </form>
      {password.dialog}
    </Dialog>
  )
}
