import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from '../ui/cx.ts'
import { Tabs } from '../ui/tabs.tsx'
import { AgreementFileView } from './agreement-file-view.tsx'
import type { Agreement } from './prepare-agreement.ts'

type Props = {
  /** A change of the loan number scrolls the tabs back to the top of the document. */
  loanNumber: string
  /** Null while the agreement loads. */
  agreement: Agreement | null
  /** Shown instead of the documents when there are none, with the reason. */
  instead?: ReactNode
  onBroken: () => void
}

const titles = {
  ppfp: 'Perjanjian Pemberian Fasilitas Pendanaan',
  pp: 'Perjanjian Pendanaan',
} as const

/** Tabs with both agreements, exactly as they will be signed. */
export function AgreementTabs({ loanNumber, agreement, instead, onBroken }: Props) {
  const [shown, setShown] = useState<'ppfp' | 'pp'>('ppfp')
  const box = useRef<HTMLDivElement>(null)
  // Moves the focus to the selected tab, because the focused field was removed with the previous step.
  useEffect(() => box.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus(), [])
  return (
    <div
      ref={box}
      className={cx(
        '-mx-6 -mb-6 [&_[role=tablist]]:px-6',
        // The labels begin with the same words: on a phone each takes half of the width and may wrap to two lines.
        'max-sm:[&_[role=tab]]:flex-1 max-sm:[&_[role=tab]]:shrink max-sm:[&_[role=tab]]:text-left max-sm:[&_[role=tab]]:text-table max-sm:[&_[role=tab]]:leading-4.5',
      )}
    >
      <Tabs
        label="Perjanjian"
        value={shown}
        onChange={setShown}
        tabs={(['ppfp', 'pp'] as const).map((value) => ({
          value,
          label: titles[value],
          panel: instead ?? (
            <AgreementFileView
              key={loanNumber}
              file={agreement?.[value] ?? null}
              title={titles[value]}
              onBroken={onBroken}
            />
          ),
        }))}
      />
    </div>
  )
}
