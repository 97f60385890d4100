import type { PDFDocumentProxy } from 'pdfjs-dist'
import { useEffect, useEffectEvent, useState } from 'react'
import { openPdf } from './pdf-document.ts'
import { PdfPage } from './pdf-page.tsx'
import { SheetLoading } from './sheet-loading.tsx'

/** CSS pixels; wider lines are no easier to read. */
const widest = 780

type Props = {
  bytes: Blob
  title: string
  /** The bytes are not a document that can be shown. */
  onBroken: () => void
}

/** A PDF, page under page. */
export default function PdfPages({ bytes, title, onBroken }: Props) {
  const [box, setBox] = useState<HTMLDivElement | null>(null)
  const width = useWidth(box)
  const opened = useOpened(bytes, onBroken)
  return (
    <div ref={setBox} className="mx-auto grid w-full gap-4" style={{ maxWidth: widest }}>
      {opened && width > 0 ? (
        Array.from({ length: opened.pdf.numPages }, (_, index) => (
          <PdfPage
            // The pages of one document never change their order.
            key={`page-${index + 1}`}
            pdf={opened.pdf}
            number={index + 1}
            title={title}
            width={width}
            ratio={opened.ratio}
            onBroken={onBroken}
          />
        ))
      ) : (
        <SheetLoading />
      )}
    </div>
  )
}

type Opened = { pdf: PDFDocumentProxy; ratio: number }

/** The document of these bytes and the shape of its first page; null until it is open. */
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

/** The width of an element in whole CSS pixels, as it changes; 0 until it is known. */
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
