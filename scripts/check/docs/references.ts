/** Something that a document references and that must exist. */
export type Reference =
  | { kind: 'link'; target: string; anchor: string | null; line: number }
  | { kind: 'path'; target: string; line: number }
  | { kind: 'script'; target: string; workspace: string | null; line: number }

const shortcuts = new Set(['start', 'test'])

/** The references in a page of Markdown: links, paths in backticks, npm scripts in backticks and in code blocks. */
export function readReferences(markdown: string): Reference[] {
  const found: Reference[] = []
  let isCode = false
  for (const [index, text] of markdown.split('\n').entries()) {
    const line = index + 1
    if (/^\s*(```|~~~)/.test(text)) {
      isCode = !isCode
    } else if (isCode) {
      found.push(...scripts(text, line))
    } else {
      const spans = [...text.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
      for (const span of spans) found.push(...scripts(span, line), ...paths(span, line))
      found.push(...links(text.replaceAll(/`[^`]+`/g, '``'), line))
    }
  }
  return found
}

function links(text: string, line: number): Reference[] {
  return [...text.matchAll(/\]\(([^()\s]+(?:\([^()\s]*\))?)(?:\s+"[^"]*")?\)/g)].flatMap((match) => {
    const written = match[1] ?? ''
    if (/^[a-z][a-z0-9+.-]*:/i.test(written)) return []
    const [target = '', anchor = null] = written.split('#')
    return [{ kind: 'link' as const, target: decodeURI(target), anchor, line }]
  })
}

/** The path in a span that contains nothing else: words joined by slashes, or one file name with a known extension. */
function paths(span: string, line: number): Reference[] {
  const isFolderPath = /^(?:\.\/)?[\w@.-]+(?:\/[\w@.{},*-]+)+\/?$|^[\w.-]+\/$/.test(span)
  const isFileName = /^[\w.-]+\.(?:tsx?|mjs|jsonc?|md|sql|csv|css|html|ya?ml)$/.test(span)
  return isFolderPath || isFileName ? [{ kind: 'path', target: span.replace(/^\.\//, ''), line }] : []
}

function scripts(code: string, line: number): Reference[] {
  return [...code.matchAll(/\bnpm\s+((?:-\S+\s+)*)(run(?:-script)?\s+)?([\w:.-]+)([^\n;&|]*)/g)].flatMap(
    ([, before = '', run, name = '', after = '']) => {
      if (run === undefined && !shortcuts.has(name)) return []
      const own = after.split(/\s--(?:\s|$)/)[0] ?? ''
      const workspace = /(?:^|\s)(?:-w|--workspace)[\s=]+(\S+)/.exec(`${before} ${own}`)?.[1] ?? null
      return [{ kind: 'script' as const, target: name, workspace, line }]
    },
  )
}

/** The anchors of a page's headings, as code hosting sites generate them. */
export function anchorsOf(markdown: string): Set<string> {
  const seen = new Map<string, number>()
  const anchors = new Set<string>()
  for (const match of markdown.matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)) {
    const slug = (match[1] ?? '')
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-')
    const times = seen.get(slug) ?? 0
    seen.set(slug, times + 1)
    anchors.add(times === 0 ? slug : `${slug}-${times}`)
  }
  return anchors
}
