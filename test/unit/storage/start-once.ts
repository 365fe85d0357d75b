// Opens the database of a folder as a start does, and closes it again.

import { openDatabase } from '../../../main/storage/database.ts';

openDatabase(process.argv[2] ?? '').close();
