import type { RiskWarning } from '@pematang/contract/lenders/risk-warning/endpoints'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect, useRef, useState } from 'react'
import { api } from '../api/client.ts'
import { ApiError, messageOf } from '../api/errors.ts'
import { NotLoaded } from '../lists/not-loaded.tsx'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Loading, Skeleton } from '../ui/skeleton.tsx'
import { toast } from '../ui/toast-store.ts'

type Props = Pick<ComponentProps<typeof Dialog>, 'open' | 'onOpenChange' | 'onClosed'> & {
  /** Called once the server has stored the acceptance. */
  onAccepted: () => void
}

/** The risk warning in force, to be read to its end and accepted. */
export function RiskDialog({ onAccepted, ...dialog }: Props) {
  const query = useQuery({
    queryKey: ['risk-warning'],
    queryFn: ({ signal }) => api('GET /risk-warning', { signal, quiet: true }),
    // Another version may be published at any time, and each one has to be read.
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  })
  const [readVersion, setReadVersion] = useState<number | null>(null)
  const [agreed, setAgreed] = useState(false)
  const { mutate, isPending } = useMutation({
    mutationFn: (version: number) => api('POST /risk-warning/acceptance', { body: { version } }),
    onSuccess: onAccepted,
    onError: (error) => {
      toast.error(messageOf(error))
      if (!(error instanceof ApiError) || error.code !== 'RISK_WARNING_CHANGED') return
      setAgreed(false)
      void query.refetch()
    },
  })
  const { data } = query
  const isRead = data !== undefined && data.version === readVersion

  return (
    <Dialog
      {...dialog}
      locked={isPending}
      title="Peringatan risiko"
      description="Baca sampai akhir sebelum mendanai. Persetujuan Anda berlaku sampai teks ini diperbarui."
      footer={
        <div className="grid flex-1 gap-3">
          <div className="text-table">
            <p id="risiko-petunjuk" aria-live="polite" className="text-mute">
              {isRead ? 'Sudah dibaca sampai akhir.' : 'Gulir sampai akhir untuk dapat menyetujui.'}
            </p>
            <Checkbox
              checked={agreed}
              onChange={setAgreed}
              disabled={!isRead || isPending}
              aria-describedby="risiko-petunjuk"
              className="font-medium"
            >
              Saya telah membaca dan memahami risiko pendanaan ini.
            </Checkbox>
          </div>
          <Button
            wide
            disabled={!agreed || !isRead}
            busy={isPending}
            busyLabel="Menyimpan persetujuan…"
            onClick={() => data && mutate(data.version)}
          >
            Setuju dan lanjutkan
          </Button>
        </div>
      }
    >
      {data ? (
        <WarningText key={data.version} warning={data} onRead={() => setReadVersion(data.version)} />
      ) : query.error ? (
        <NotLoaded title="Peringatan risiko belum dapat dimuat" query={query} />
      ) : (
        <Loading label="Memuat peringatan risiko…">
          <div className="grid gap-4">
            {['w-full', 'w-11/12', 'w-full', 'w-4/5', 'w-full', 'w-2/3'].map((width, index) => (
              <Skeleton key={`${index}-${width}`} className={`h-4 ${width}`} />
            ))}
          </div>
        </Loading>
      )}
    </Dialog>
  )
}

/** The paragraphs of the warning; `onRead` is called when the last one has been in view. */
function WarningText({ warning: { paragraphs }, onRead }: { warning: RiskWarning; onRead: () => void }) {
  const end = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!end.current) return
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) onRead()
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  })
  return (
    <div
      role="region"
      aria-label="Teks peringatan risiko"
      // The text scrolls and has nothing else to focus, so the keyboard must be able to reach it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      className="grid gap-3.5 rounded-control leading-relaxed"
    >
      {paragraphs.map((paragraph, place) => (
        <p key={place} className="whitespace-pre-line">
          {paragraph}
        </p>
      ))}
      <div ref={end} className="h-px" />
    </div>
  )
}
