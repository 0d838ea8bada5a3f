/** What is done apart from the process that sells: each kind of work by its name. A program of its own, started by `platform/apart/`. */
import { pictures } from './entities/images/picture.ts'
import { apks } from './platform/files/apk/read.ts'
import { logos } from './platform/files/logo-picture.ts'
import { tables } from './platform/files/reading/tables.ts'
import { serveWork } from './platform/apart/serve.ts'

serveWork({ tables, pictures, logos, apks })
