/** Escapes text for HTML, also within quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`)
