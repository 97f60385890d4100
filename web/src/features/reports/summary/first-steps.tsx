import type { FirstSteps as Facts } from '@pematang/contract/reports/insight/endpoints'
import { Check } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { Card } from '../../../ui/card.tsx'
import { cx } from '../../../ui/cx.ts'
import { type Step, type StepName, stepsOf } from './steps.ts'

const words: Record<StepName, { title: string; sentence: string; done: string }> = {
  deposit: {
    title: 'Deposit',
    sentence: 'Isi Cash Balance Anda melalui virtual account.',
    done: 'Dana Anda sudah masuk.',
  },
  choose: {
    title: 'Pilih pinjaman',
    sentence: 'Pilih pinjaman di Marketplace dan tentukan jumlah pendanaan Anda.',
    done: 'Dana Anda sudah disisihkan untuk sebuah pinjaman.',
  },
  sign: {
    title: 'Tanda tangan',
    sentence: 'Baca perjanjian, lalu tanda tangani secara elektronik dari tab Portofolio.',
    done: 'Perjanjian Anda sudah ditandatangani.',
  },
}

type Props = {
  facts: Facts
  /** The button of each step, shown while it is the next step. */
  actions: Record<StepName, ReactNode>
}

/** The first steps of a lender who has not signed anything yet; completed steps are ticked. */
export function FirstSteps({ facts, actions }: Props) {
  const heading = useId()
  return (
    <Card aria-labelledby={heading} className="p-5 md:p-6">
      <h2 id={heading} className="text-section font-semibold">
        Mulai mendanai dalam tiga langkah
      </h2>
      <ol className="mt-4 grid gap-5 md:grid-cols-3 md:gap-6">
        {stepsOf(facts).map((step, place) => (
          <StepItem key={step.name} step={step} place={place} action={actions[step.name]} />
        ))}
      </ol>
    </Card>
  )
}

function StepItem({ step, place, action }: { step: Step; place: number; action: ReactNode }) {
  const { title, sentence, done } = words[step.name]
  return (
    <li
      aria-current={step.current ? 'step' : undefined}
      className="grid grid-cols-[auto_minmax(0,1fr)] content-start gap-x-3"
    >
      <span
        aria-hidden
        className={cx(
          'figures grid size-8 place-items-center rounded-full text-table font-semibold',
          step.done
            ? 'bg-ok-tint text-ok'
            : step.current
              ? 'bg-brand text-on-brand'
              : 'bg-idle-tint text-idle',
        )}
      >
        {step.done ? <Check className="size-4" /> : place + 1}
      </span>
      <div>
        <h3 className="flex min-h-8 items-center font-semibold">
          {title}
          {step.done && <span className="sr-only">: selesai</span>}
        </h3>
        <p className="text-table text-mute">{step.done ? done : sentence}</p>
        {step.current && <div className="mt-3">{action}</div>}
      </div>
    </li>
  )
}
