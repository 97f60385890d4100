import { useEffect, useRef } from 'react'
import { lazyPart, Part } from '../ui/lazy-part.tsx'
import { PartMissing } from '../ui/part-missing.tsx'
import type { AgreementFile } from './prepare-agreement.ts'
import { SheetLoading } from './sheet-loading.tsx'

const PdfPages = lazyPart(() => import('./pdf-pages.tsx').then((module) => module.default))

type Props = {
  /** Null while the file loads. */
  file: AgreementFile | null
  title: string
  onBroken: () => void
}

/** One agreement as it will be signed, in its own scroll area. `--above` is the height of the rest of the dialog. */
export function AgreementFileView({ file, title, onBroken }: Props) {
  return (
    <div
      // The content never widens the dialog. A scroll area without focusable content must itself be reachable by the
      // keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="region"
      aria-label={title}
      className="h-[calc(100dvh-25rem-var(--above,0rem))] min-h-56 overflow-auto contain-inline-size bg-idle-tint p-3 sm:h-[calc(100dvh-21rem-var(--above,0rem))] sm:p-6"
    >
      {!file ? (
        <SheetLoading />
      ) : file.isPdf ? (
        <Part loading={<SheetLoading />} notLoaded={(retry) => <PartMissing onRetry={retry} />}>
          <PdfPages bytes={file.bytes} title={title} onBroken={onBroken} />
        </Part>
      ) : (
        <Picture bytes={file.bytes} title={title} onBroken={onBroken} />
      )}
    </div>
  )
}

function Picture({ bytes, title, onBroken }: { bytes: Blob; title: string; onBroken: () => void }) {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    if (!image.current) return
    const url = URL.createObjectURL(bytes)
    image.current.src = url
    return () => URL.revokeObjectURL(url)
  }, [bytes])
  return <img ref={image} alt={title} onError={onBroken} className="mx-auto max-w-full shadow-card" />
}
