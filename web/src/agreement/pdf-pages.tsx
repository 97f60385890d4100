import { ZoomIn, ZoomOut } from 'lucide-react'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { IconButton } from '../ui/icon-button.tsx'
import { openPdf, textsOf } from './pdf-document.ts'
import { PdfPage } from './pdf-page.tsx'
import { SheetLoading } from './sheet-loading.tsx'
import { type TextColumn, textColumn } from './text-column.ts'

/** The maximum page width in CSS pixels; longer lines are harder to read. */
const widest = 780
/** In a container narrower than this, a page opens at the width of its text instead of its paper. */
const narrow = 480
/** Zoom levels, as multiples of the width of the container. */
const zooms = [1, 1.5, 2, 2.5]

type Props = {
  bytes: Blob
  title: string
  /** Called when the bytes are not a document that can be shown. */
  onBroken: () => void
}

/** The pages of a PDF below each other: as wide as their container, on a phone as wide as their text, or larger. */
export default function PdfPages({ bytes, title, onBroken }: Props) {
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const [chosen, setChosen] = useState<number | null>(null)
  const place = useWidth(box)
  const opened = useOpened(bytes, onBroken)
  const start = opened && place < narrow ? 1 / opened.column.width : 1
  const zoom = chosen ?? start
  const levels = [...new Set([...zooms, start])]
  const smaller = Math.max(...levels.filter((level) => level < zoom))
  const larger = Math.min(...levels.filter((level) => level > zoom))
  const width = Math.floor(Math.min(widest, place) * zoom)
  const left = opened && start > 1 && place > 0 ? Math.floor(opened.column.left * place * start) : 0
  useLayoutEffect(() => {
    // The scroll area of agreement-file-view.tsx.
    if (left > 0) box?.closest('[role=region]')?.scrollTo({ left, behavior: 'instant' })
  }, [box, left])
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
              <IconButton label="Perkecil" disabled={smaller <= 0} onClick={() => setChosen(smaller)}>
                <ZoomOut size={18} aria-hidden />
              </IconButton>
              <IconButton
                label="Perbesar"
                disabled={larger === Number.POSITIVE_INFINITY}
                onClick={() => setChosen(larger)}
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

type Opened = { pdf: PDFDocumentProxy; ratio: number; column: TextColumn }

/** The opened document, and the aspect ratio and text column of its first page; null until it is open. */
function useOpened(bytes: Blob, onBroken: () => void): Opened | null {
  const [opened, setOpened] = useState<Opened | null>(null)
  const broken = useEffectEvent(onBroken)
  useEffect(() => {
    let left = false
    const { document, close } = openPdf(bytes)
    document
      .then(async (pdf) => {
        const page = await pdf.getPage(1)
        const { width, height } = page.getViewport({ scale: 1 })
        const column = textColumn(await textsOf(page), width)
        if (!left) setOpened({ pdf, ratio: height / width, column })
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
