import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { cx } from './cx.ts'

type Item = { title: string; content: ReactNode }

type Props = {
  items: readonly Item[]
  /** The HTML heading level of the titles. */
  level?: 2 | 3 | 4
}

/** Titles that expand the content below them, one at a time; all are collapsed at first. */
export function Accordion({ items, level = 3 }: Props) {
  const [opened, setOpened] = useState<string | null>(null)
  return (
    <div className="hairlines">
      {items.map(({ title, content }) => (
        <Fold
          key={title}
          title={title}
          level={level}
          isOpen={opened === title}
          onToggle={() => setOpened(opened === title ? null : title)}
        >
          {content}
        </Fold>
      ))}
    </div>
  )
}

type FoldProps = {
  title: string
  level: 2 | 3 | 4
  isOpen: boolean
  onToggle: () => void
  children: ReactNode
}

function Fold({ title, level, isOpen, onToggle, children }: FoldProps) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <div>
      <Heading>
        <button
          type="button"
          id={`${id}-title`}
          aria-expanded={isOpen}
          aria-controls={`${id}-panel`}
          onClick={onToggle}
          className="flex min-h-12 w-full items-center justify-between gap-4 rounded-control text-left font-medium hover:text-brand"
        >
          {title}
          <ChevronDown
            size={18}
            aria-hidden
            className={cx('shrink-0 text-mute transition-transform duration-150', isOpen && 'rotate-180')}
          />
        </button>
      </Heading>
      <section
        id={`${id}-panel`}
        aria-labelledby={`${id}-title`}
        hidden={!isOpen}
        className="animate-drop-in pt-1 pb-4"
      >
        {children}
      </section>
    </div>
  )
}
