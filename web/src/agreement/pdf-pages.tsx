import { ZoomIn, ZoomOut } from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useEffectEvent, useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { openPdf } from './pdf-document.ts'
import { PdfPage } from './pdf-page.tsx'
import { SheetLoading } from './sheet-loading.tsx'

/** The maximum page width in CSS pixels; longer lines are harder to read. */
const widest = 780
/** Zoom levels, as multiples of the width of the container. */
const zooms = [1, 1.5, 2, 2.5] as const

type Props = {
  bytes: Blob
  title: string
  /** Called when the bytes are not a document that can be shown. */
  onBroken: () => void
}

/** The pages of a PDF below each other, as wide as their container or larger. */
export default function PdfPages({ bytes, title, onBroken }: Props) {
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const [zoom, setZoom] = useState(0)
  const place = useWidth(box)
  const opened = useOpened(bytes, onBroken)
  const width = Math.floor(Math.min(widest, place) * (zooms[zoom] ?? 1))
  return (
    <>
      <div ref={setBox} />
      {opened && place > 0 ? (
        // At least as wide as the widest page, so that the buttons stay visible while scrolling sideways.
        <div className="w-max min-w-full">
          <div className="mx-auto grid gap-4" style={{ width }}>
            {Array.from({ length: opened.pdf.numPages }, (_, index) => (
              <PdfPage
                // The order of the pages never changes, so an index is a stable key.
                key={`page-${index + 1}`}
                pdf={opened.pdf}
                number={index + 1}
                title={title}
                width={width}
                ratio={opened.ratio}
                onBroken={onBroken}
              />
            ))}
          </div>
          <div className="sticky bottom-0 left-0 z-10 flex justify-end" style={{ width: place }}>
            <div className="flex rounded-control bg-surface shadow-pop">
              <IconButton label="Perkecil" disabled={zoom === 0} onClick={() => setZoom(zoom - 1)}>
                <ZoomOut size={18} aria-hidden />
              </IconButton>
              <IconButton
                label="Perbesar"
                disabled={zoom === zooms.length - 1}
                onClick={() => setZoom(zoom + 1)}
              >
                <ZoomIn size={18} aria-hidden />
              </IconButton>
            </div>
          </div>
        </div>
      ) : (
        <SheetLoading />
      )}
    </>
  )
}

type Opened = { pdf: PDFDocumentProxy; ratio: number }

/** The opened document and the aspect ratio of its first page; null until it is open. */
function useOpened(bytes: Blob, onBroken: () => void): Opened | null {
  const [opened, setOpened] = useState<Opened | null>(null)
  const broken = useEffectEvent(onBroken)
  useEffect(() => {
    let left = false
    const { document, close } = openPdf(bytes)
    document
      .then(async (pdf) => {
        const { width, height } = (await pdf.getPage(1)).getViewport({ scale: 1 })
        if (!left) setOpened({ pdf, ratio: height / width })
      })
      .catch(() => {
        if (!left) broken()
      })
    return () => {
      left = true
      setOpened(null)
      close()
    }
  }, [bytes])
  return opened
}

/** The current width of an element in whole CSS pixels; 0 until it is known. */
function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!element) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(element)
    return () => observer.disconnect()
  }, [element])
  return width
}
