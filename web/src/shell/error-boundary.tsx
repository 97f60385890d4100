import { Component, type ReactNode } from 'react'
import { sentences } from '../api/errors.ts'
import { Button } from '../ui/button.tsx'

/** Shows a message for a screen that crashed, instead of an empty page. Earlier actions of the lender are not lost. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { broken: boolean; offline: boolean }> {
  override state = { broken: false, offline: false }

  static getDerivedStateFromError() {
    // Without a network, the crash was caused by screen code that could not be fetched.
    return { broken: true, offline: !navigator.onLine }
  }

  override render() {
    if (!this.state.broken) return this.props.children
    return (
      <main className="grid min-h-dvh place-items-center bg-canvas p-6">
        <div role="alert" className="max-w-sm text-center">
          <h1 className="text-h1 font-bold text-ink">Halaman ini tidak dapat ditampilkan</h1>
          <p className="mt-2 mb-6 text-body text-mute">
            {this.state.offline
              ? sentences.network
              : 'Mohon maaf terjadi kesalahan. Data dan transaksi Anda tetap aman. Muat ulang halaman untuk melanjutkan.'}
          </p>
          <Button onClick={() => location.reload()}>Muat ulang</Button>
        </div>
      </main>
    )
  }
}
