import { SlidersHorizontal } from 'lucide-react'
import { Button } from './button.tsx'

type Props = {
  /** How many filters are set. */
  active: number
  open: boolean
  /** The id of the fields that it shows and hides. */
  controls: string
  onClick: () => void
}

/** Opens the filters of a list where there is no room to show them, and says how many are set. */
export const FilterButton = ({ active, open, controls, onClick }: Props) => (
  <Button
    variant="secondary"
    icon={<SlidersHorizontal aria-hidden className="size-4" />}
    aria-expanded={open}
    aria-controls={controls}
    onClick={onClick}
  >
    Filter
    {active > 0 && (
      <span className="figures grid size-5 place-items-center rounded-full bg-brand text-meta text-on-brand">
        {active}
        <span className="sr-only"> aktif</span>
      </span>
    )}
  </Button>
)
