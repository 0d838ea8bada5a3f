/**
 * Five files at once that are made to hold whoever reads them, in a process of their own, again and again until it is
 * killed: empty lines, styles, texts, sheets, a picture of many points. Says `sending` when the first five are on their
 * way. `url` is a server over a seeded banca, `token` of somebody who may load other systems' sales.
 */
import sharp from 'sharp'
import { ZipFile } from 'yazl'
import { externalSales } from '../../contract/external-sales.ts'
import { images } from '../../contract/images.ts'

const [url = '', token = ''] = process.argv.slice(2)
const authorization = `Bearer ${token}`

/** A workbook in which one part is what it should not be. */
async function workbook(name: string, text: string): Promise<Buffer> {
  const zip = new ZipFile()
  const parts = {
    '[Content_Types].xml': '<Types xmlns="t"><Default Extension="xml" ContentType="application/xml"/></Types>',
    'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="Hoja1" sheetId="1" r:id="r1"/></sheets></workbook>',
    'xl/_rels/workbook.xml.rels':
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/></Relationships>',
    'xl/worksheets/sheet1.xml': '<worksheet/>',
    [name]: text,
  }
  for (const [part, content] of Object.entries(parts)) zip.addBuffer(Buffer.from(content), part)
  zip.end()
  const pieces: Buffer[] = []
  for await (const piece of zip.outputStream) pieces.push(piece as Buffer)
  return Buffer.concat(pieces)
}

const system = await fetch(url + externalSales.saveConfig.path, {
  method: externalSales.saveConfig.method,
  headers: { authorization, 'content-type': 'application/json' },
  body: JSON.stringify({ name: `Ficheros ${Date.now()}`, currency: 'BS' }),
})
const { id } = (await system.json()) as { id: number }
const load = `${url}${externalSales.load.path}?system_id=${id}`
const files: [address: string, name: string, bytes: Buffer][] = [
  [load, 'a.csv', Buffer.alloc(11_000_000, '\n')],
  [
    load,
    'b.xlsx',
    await workbook('xl/styles.xml', `<s><cellXfs>${'<xf numFmtId="9"/>'.repeat(5_000_000)}</cellXfs></s>`),
  ],
  [load, 'c.xlsx', await workbook('xl/sharedStrings.xml', `<sst>${'<si/>'.repeat(12_000_000)}</sst>`)],
  [
    load,
    'd.xlsx',
    await workbook('xl/workbook.xml', `<w><sheets>${'<sheet name="H" r:id="r1"/>'.repeat(200_000)}</sheets></w>`),
  ],
  [
    url + images.upload.path,
    'e.png',
    await sharp({ create: { width: 6_000, height: 6_000, channels: 3, background: '#fff' } })
      .png()
      .toBuffer(),
  ],
]

async function send([address, name, bytes]: (typeof files)[number]): Promise<void> {
  const body = new FormData()
  body.append('file', new Blob([new Uint8Array(bytes)]), name)
  const reply = await fetch(address, { method: 'POST', headers: { authorization }, body })
  await reply.text()
  // Who waits for a place, or sends too many, comes later.
  if (reply.status === 503 || reply.status === 429)
    await new Promise((resolve) => setTimeout(resolve, Number(reply.headers.get('retry-after') ?? 1) * 1_000))
}

process.stdout.write('sending\n')
await Promise.all(
  files.map(async (file) => {
    for (;;) await send(file)
  }),
)
