import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'

type Props = {
  /** A sentence that says what does not match. */
  reason: string
  onReset: () => void
}

/** Shown instead of a list when no item matches its filter. */
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
