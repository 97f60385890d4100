import { type ReactNode, type RefObject, useId, useState } from 'react'
import { lazyPart, Part } from '../../../../ui/lazy-part.tsx'
import { toastPartMissing } from '../../../../ui/part-missing.tsx'
import { isWide } from '../../../../ui/use-wide.ts'
import type { MarketplaceFilter } from '../filter.ts'

const Opened = lazyPart(() => import('./more-filters-opened.tsx').then((module) => module.MoreFiltersOpened))

type Props = {
  filter: MarketplaceFilter
  onSubmit: (filter: MarketplaceFilter) => void
  /** Receives the focus when the filters have been applied. */
  focusNext: RefObject<HTMLElement | null>
}

export type MoreFilters = {
  id: string
  isOpen: boolean
  toggle: () => void
  prefetch: () => void
  /** The opened panel or sheet, or null. */
  opened: ReactNode
}

/**
 * The filters beyond tenor and loan type in a panel above the list, or all of them in a sheet on a narrow screen. Their
 * code is loaded on first use.
 */
export function useMoreFilters({ filter, onSubmit, focusNext }: Props): MoreFilters {
  const [open, setOpen] = useState<'panel' | 'sheet' | null>(null)
  const id = useId()
  const close = () => setOpen(null)
  return {
    id,
    isOpen: open !== null,
    toggle: () => setOpen(open ? null : isWide() ? 'panel' : 'sheet'),
    prefetch: () => void Opened.preload(),
    opened: open && (
      <Part
        notLoaded={() => null}
        onNotLoaded={() => {
          close()
          toastPartMissing()
        }}
      >
        <Opened
          as={open}
          id={id}
          filter={filter}
          onSubmit={onSubmit}
          onClosed={close}
          focusNext={focusNext}
        />
      </Part>
    ),
  }
}
