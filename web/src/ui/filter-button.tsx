import { SlidersHorizontal } from 'lucide-react'
import { Button } from './button.tsx'

type Props = {
  /** The number of filters that are set. */
  active: number
  open: boolean
  /** The id of the element with the fields that the button shows and hides. */
  controls: string
  onClick: () => void
  label?: string
  className?: string
  /** Called on hover or focus, to load the code of the fields before the press. */
  onApproach?: () => void
}

/** Opens the filters of a list where they are collapsed, and shows how many are set. */
export const FilterButton = ({
  active,
  open,
  controls,
  onClick,
  label = 'Filter',
  className,
  onApproach,
}: Props) => (
  <Button
    variant="secondary"
    icon={<SlidersHorizontal aria-hidden className="size-4" />}
    aria-expanded={open}
    aria-controls={controls}
    className={className}
    onClick={onClick}
    onPointerEnter={onApproach}
    onFocus={onApproach}
  >
    {label}
    {active > 0 && (
      <span className="figures grid size-5 place-items-center rounded-full bg-brand text-meta text-on-brand">
        {active}
        <span className="sr-only"> aktif</span>
      </span>
    )}
  </Button>
)
