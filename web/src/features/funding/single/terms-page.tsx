import { useQuery } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { isAtBottom, notifyTermsRead } from '../../../agreement/terms-reading.ts'
import { api } from '../../../api/client.ts'
import { messageOf } from '../../../api/errors.ts'
import { Button } from '../../../ui/button.tsx'
import { ProgressBar } from '../../../ui/progress-bar.tsx'
import { Loading, Skeleton } from '../../../ui/skeleton.tsx'

/**
 * The terms in their own window. When the lender has scrolled to the bottom, the dialog that opened it is notified.
 * @param reading the name of this reading, given by the dialog; empty when the page was opened directly
 * @param below shown after the text, before the line on the reading progress
 */
export function TermsPage({ reading, below }: { reading: string; below: ReactNode }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['terms'],
    queryFn: ({ signal }) => api('GET /terms', { query: { category: 'TNC', key: 'GENERAL' }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const paragraphs = data?.list ?? []
  const { read, percent } = useReading(paragraphs.length > 0)
  useEffect(() => {
    if (read && reading) notifyTermsRead(reading)
  }, [read, reading])

  return (
    <div className="min-h-dvh bg-surface">
      <header className="sticky top-0 border-b border-line bg-surface">
        <h1 className="mx-auto max-w-170 px-6 py-4 text-section font-semibold">Syarat & Ketentuan</h1>
        <div className="-mb-px h-0.75 overflow-hidden">
          <ProgressBar percent={percent} label="Bagian yang sudah dibaca" />
        </div>
      </header>
      <main className="mx-auto max-w-170 px-6 py-8">
        {error && !data ? (
          <p role="alert" className="flex flex-wrap items-center gap-3">
            {messageOf(error)}
            <Button variant="secondary" busy={isFetching} onClick={() => refetch()}>
              Coba lagi
            </Button>
          </p>
        ) : data ? (
          <div className="grid gap-4 leading-relaxed">
            {paragraphs.map(({ description }) => (
              <Paragraph key={description} text={description} />
            ))}
          </div>
        ) : (
          <TermsLoading />
        )}
      </main>
      {below}
      {data && (
        <section
          aria-label="Status membaca"
          className="safe-bottom sticky bottom-0 border-t border-line bg-surface text-table text-mute"
        >
          <div
            role="status"
            className="mx-auto flex min-h-16 max-w-170 items-center justify-between gap-4 px-6 py-2.5"
          >
            {read ? (
              <>
                <span className="flex items-center gap-2 text-ok">
                  <CircleCheck size={18} aria-hidden className="shrink-0" />
                  Sudah dibaca sampai akhir
                </span>
                {window.opener !== null && <Button onClick={() => window.close()}>Tutup</Button>}
              </>
            ) : (
              'Gulir sampai akhir untuk melanjutkan.'
            )}
          </div>
        </section>
      )}
    </div>
  )
}

/** Emphasises the number and title of a clause: '7. Bunga dan pajak. …'. */
function Paragraph({ text }: { text: string }) {
  const name = /^\d+\. [^.]+\./.exec(text)?.[0] ?? ''
  return (
    <p>
      {name && <strong className="font-semibold">{name}</strong>}
      {text.slice(name.length)}
    </p>
  )
}

/** How far this page has been scrolled at most: `percent`, and `read` once its bottom was reached. */
function useReading(loaded: boolean): { read: boolean; percent: number } {
  const [place, setPlace] = useState({ read: false, percent: 0 })
  useEffect(() => {
    const page = document.scrollingElement
    if (!loaded || !page) return
    const look = () => {
      const { scrollTop, clientHeight, scrollHeight } = page
      const bottom = isAtBottom({ scrollTop, clientHeight, scrollHeight })
      const percent = bottom ? 100 : ((scrollTop + clientHeight) / scrollHeight) * 100
      setPlace((before) => ({ read: before.read || bottom, percent: Math.max(before.percent, percent) }))
    }
    // Text that fits without scrolling counts as read, but only in its final size: the font may still be loading.
    let stopped = false
    void document.fonts.ready.then(() => {
      if (!stopped) look()
    })
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      stopped = true
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [loaded])
  return place
}

function TermsLoading() {
  return (
    <Loading label="Memuat syarat dan ketentuan…">
      <div className="grid gap-4">
        {['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-2/3'].map((width, index) => (
          <Skeleton key={`${index}-${width}`} className={`h-4 ${width}`} />
        ))}
      </div>
    </Loading>
  )
}
