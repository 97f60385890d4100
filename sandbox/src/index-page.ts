/** The page at /: the services that this process fakes. */
export const INDEX_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Sandbox</title>
<link rel="icon" href="/esign/assets/mark.svg" type="image/svg+xml">
<link rel="stylesheet" href="/esign/assets/sign.css">
</head>
<body>
<main class="index">
<h1>Sandbox</h1>
<p>Stands in for the services outside, for development, demos and tests. Nothing here has legal force.</p>
<h2>E-signature provider</h2>
<p>Calls of the app's server, JSON, with the header <code>X-Api-Key</code>:</p>
<ul>
<li><code>POST /esign/v1/documents</code> takes in a set of PDFs, once per reference</li>
<li><code>POST /esign/v1/signing-sessions</code> opens a signing page for 15 minutes</li>
<li><code>GET /esign/v1/documents/:docToken</code> returns the status and the hashes of the files</li>
<li><code>GET /esign/v1/documents/:docToken/files/:name</code> gives a signed file</li>
<li><code>POST /esign/v1/documents/:docToken/cancel</code> cancels what is not signed yet</li>
</ul>
<p>The signer reads and signs at <code>/esign/sign/:token</code>; PINs that make something go wrong are listed there.
The result is sent to <code>callbackUrl</code> with <code>X-Timestamp</code> and
<code>X-Signature</code> = hex HMAC-SHA256(secret, timestamp + "." + body), again and again until the answer is 2xx.</p>
<p>The same page stands at <code>/doc/:token?page=&amp;x=&amp;y=&amp;fixed=&amp;privyId=</code>, where Privy's SDK looks for
it, and the provider speaks Privy's API for merchants too: form data to <code>POST /v3/merchant/document/upload</code>,
<code>GET /v3/merchant/document/status/:docToken</code>, both with <code>Merchant-Key</code>, name and password.</p>
<h2>Time-stamping authority</h2>
<ul>
<li><code>POST /tsa</code> with a question of RFC 3161 answers with a time stamp</li>
<li><code>POST /tsa/refuses</code>, <code>/tsa/fails</code>, <code>/tsa/hangs</code>, <code>/tsa/late</code>,
<code>/tsa/other-nonce</code>, <code>/tsa/other-hash</code>, <code>/tsa/other-authority</code> and
<code>/tsa/no-purpose</code> make something go wrong</li>
</ul>
<h2>SMS gateway</h2>
<p><a href="/sms/">The inbox of all phones</a>, the newest message first; it lists the numbers that make something go
wrong. <code>GET /sms/inbox.json?to=81234567890</code> returns the same to a program.</p>
<ul>
<li><code>POST /sms/v1/messages</code> with <code>X-Api-Key</code> and <code>{"to", "text", "reference"}</code> takes a
message, once per reference</li>
</ul>
<h2>Mail server</h2>
<p><a href="/mail/">The inbox of all addresses</a>, the newest e-mail first; it names the mail server's address and the
recipients that make something go wrong. <code>GET /mail/inbox.json?to=name@example.com</code> returns the same to a
program.</p>
<h2>Two banks</h2>
<p><a href="/bank/">Pay in to a virtual account</a> as a customer, see what happened, and make things go wrong.
<code>POST /bank/payments</code> with <code>{"number", "amount"}</code> does it for a program.</p>
<ul>
<li><code>POST /bank/1/v1.0/…</code> and <code>/bank/2/v1.0/…</code>: tokens, account inquiries, transfers, their status
and the statement, over SNAP</li>
</ul>
<p><code>GET /healthz</code> answers when the process is ready.</p>
</main>
</body>
</html>
`
