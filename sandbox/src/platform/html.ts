/** Escapes a text for use between tags and in quoted attributes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** A complete page in the provider's style; title is plain text, body is markup. */
export function layout(title: string, body: string, scripts = ''): string {
  return `<!doctype html>
<html lang="id">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/esign/assets/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/esign/assets/sign.css">
${scripts}</head>
<body>
${body}
</body>
</html>
`
}

/** The provider's logo: a pen stroke on a line. */
export const MARK = `<svg class="mark" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9"/><path d="M7 20c3-8 6-11 7.500-9.500S12 19 14 20s4-6 5.500-5.500S18.500 19 20.500 19.500 23.500 18 25 16.500M7 24.500h18"/></svg>`
