import { Button } from './button.tsx'
import { EmptyMessage } from './empty-message.tsx'
import { noNetwork } from './no-network.ts'
import { PagePicture } from './page-picture.tsx'
import { toast } from './toast-store.ts'

const reason = () =>
  navigator.onLine ? 'Coba beberapa saat lagi. Data dan transaksi Anda tetap aman.' : noNetwork

/** Shown instead of a part of the screen whose code failed to load. */
export const PartMissing = ({ onRetry }: { onRetry: () => void }) => (
  <div role="alert">
    <EmptyMessage
      picture={<PagePicture />}
      title="Bagian ini belum dapat dimuat"
      action={
        <Button variant="secondary" onClick={onRetry}>
          Coba lagi
        </Button>
      }
    >
      {reason()}
    </EmptyMessage>
  </div>
)

/**
 * Reports in a toast that the code of a menu or dialog failed to load, because it has no place of its own on the
 * screen. The lender can press again.
 */
export const toastPartMissing = () => toast.error(`Bagian ini belum dapat dimuat. ${reason()}`)
