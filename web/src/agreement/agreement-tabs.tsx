import { type ReactNode, useEffect, useRef, useState } from 'react'
import { cx } from '../ui/cx.ts'
import { Tabs } from '../ui/tabs.tsx'
import { AgreementFileView } from './agreement-file-view.tsx'
import type { Agreement } from './prepare-agreement.ts'

type Props = {
  /** Of which loan they are; those of another one begin at their top. */
  loanNumber: string
  /** Null while it is on its way. */
  agreement: Agreement | null
  /** Stands in the place of the documents: why there are none. */
  instead?: ReactNode
  onBroken: () => void
}

const titles = {
  ppfp: 'Perjanjian Pemberian Fasilitas Pendanaan',
  pp: 'Perjanjian Pendanaan',
} as const

/** Both agreements, exactly as they will be signed. */
export function AgreementTabs({ loanNumber, agreement, instead, onBroken }: Props) {
  const [shown, setShown] = useState<'ppfp' | 'pp'>('ppfp')
  const box = useRef<HTMLDivElement>(null)
  // The field that had the focus is gone with the step before.
  useEffect(() => box.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus(), [])
  return (
    <div
      ref={box}
      className={cx(
        '-mx-6 -mb-6 [&_[role=tablist]]:px-6',
        // Their names begin alike: on a phone each stands whole in a half, over two lines where it has to.
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
