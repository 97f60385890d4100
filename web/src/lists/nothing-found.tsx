import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

type Props = {
  /** A sentence: what does not fit. */
  reason: string
  onReset: () => void
}

/** Stands where a list would, when nothing fits its filter. */
export const NothingFound = ({ reason, onReset }: Props) => (
  <EmptyState
    picture="filter"
    title="Coba reset atau ubah filter kamu, ya"
    action={
      <Button variant="secondary" onClick={onReset}>
        Reset filter
      </Button>
    }
  >
    {reason}
  </EmptyState>
)
