import type { StrategyTerms } from '@pematang/contract/funding/auto/strategy'
import { useRef, useState } from 'react'
import { messageOf } from '../../../api/errors.ts'
import { useActing, useOnWaiting } from '../../../company/acting.ts'
import { type Decision, Waiting } from '../../../company/proposed.ts'
import { useIsProposed } from '../../../company/use-company.ts'
import { isPasswordMissing, usePasswordConsent } from '../../../session/password-consent.tsx'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { toast } from '../../../ui/toast-store.ts'
import { type Draft, draftOf, emptyDraft, problemsOf, termsOf } from './draft.ts'
import { EstimateLine, EstimatePanel, useDraftEstimate } from './estimate-panel.tsx'
import { StrategyFields } from './strategy-fields.tsx'
import { type Strategy, useSaveStrategy } from './strategy-queries.ts'

const formId = 'strategi-isian'

type Props = {
  strategy: Pick<Strategy, 'strategyId' | 'name' | keyof StrategyTerms> | null
  /** The proposal that is decided: its terms are shown and cannot be changed. */
  decision?: Decision<StrategyTerms>
  onClosed: () => void
}

/** The form of a strategy, with the loans that it would match while typing. */
export function StrategyDialog({ strategy, decision, onClosed }: Props) {
  const [open, setOpen] = useState(true)
  const given = decision?.body ?? strategy
  const [draft, setDraft] = useState<Draft>(given ? draftOf(given) : emptyDraft)
  const [asked, setAsked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const password = usePasswordConsent('Simpan strategi')
  const save = useSaveStrategy(password.withPassword, useActing(decision))
  const isProposed = useIsProposed('STRATEGY')(null)
  const onWaiting = useOnWaiting()
  const problems = problemsOf(draft)
  const estimate = useDraftEstimate(draft)

  function submit() {
    setAsked(true)
    const terms = decision ? termsIn(decision.body) : termsOf(draft)
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
        onError: (error) => {
          if (!(error instanceof Waiting)) return
          setOpen(false)
          onWaiting(error)
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
      isOnlyRead={decision !== undefined}
      size="large"
      title={strategy ? `Ubah ${strategy.name}` : 'Strategi baru'}
      description="Yang dikosongkan tidak membatasi."
      footer={
        <div className="flex flex-1 flex-col gap-3 sm:flex-row sm:items-center sm:justify-end">
          <EstimateLine {...estimate} />
          <Button type="submit" form={formId} busy={save.isPending} busyLabel="Menyimpan…">
            {decision ? 'Setujui dan simpan' : isProposed ? 'Ajukan' : 'Simpan strategi'}
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
        <fieldset disabled={decision !== undefined} className="grid min-w-0 gap-6">
          <StrategyFields
            draft={draft}
            problems={asked ? problems : {}}
            onChange={(part) => {
              save.reset()
              setDraft({ ...draft, ...part })
            }}
          />
          {save.error && !isPasswordMissing(save.error) && !(save.error instanceof Waiting) && (
            <p role="alert" className="rounded-control bg-bad-tint p-3 text-table text-bad">
              {messageOf(save.error)}
            </p>
          )}
        </fieldset>
        <EstimatePanel {...estimate} />
      </form>
      {password.dialog}
    </Dialog>
  )
}

/** The terms in the body of a proposal; that of a change has the strategy's id too. */
const termsIn = ({
  name,
  filters,
  perLoan,
  mostPerBorrower,
  cashToKeep,
  budget,
  reinvest,
}: StrategyTerms) => ({
  ...{ name, filters, perLoan },
  ...{ mostPerBorrower, cashToKeep, budget, reinvest },
})
