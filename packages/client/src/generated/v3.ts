/** Made by `node packages/client/generate.ts` from the API's description. Do not edit. */
export interface paths {
    "/api/v3/ai_model/get_all": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The models that can be chatted with
         * @description Scope `service.chat`. Rate tier `default`.
         */
        post: operations["aiModelGetAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/assistant/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Counts assistants that the user made or that are shared
         * @description Scope `service.assistant`. Rate tier `default`.
         */
        post: operations["assistantCount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/assistant/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates an assistant
         * @description Scope `service.assistant.write`. Rate tier `default`.
         */
        post: operations["assistantCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/assistant/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes an assistant; its conversations stay
         * @description Scope `service.assistant.write`. Rate tier `default`.
         */
        post: operations["assistantDelete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/assistant/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds assistants that the user made or that are shared, newest first
         * @description Scope `service.assistant`. Rate tier `default`.
         */
        post: operations["assistantFind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/assistant/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads one of the assistants that the user made or that are shared by its id
         * @description Scope `service.assistant`. Rate tier `default`.
         */
        post: operations["assistantGet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/assistant/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes what is sent of an assistant
         * @description Scope `service.assistant.write`. Rate tier `default`.
         */
        post: operations["assistantUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/booster/database/private/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Counts records of a collection
         * @description Scope `service.booster.database`. Rate tier `default`.
         */
        post: operations["boosterDatabasePrivateCount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/booster/database/private/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a record
         * @description Scope `service.booster.database.write`. Rate tier `default`.
         */
        post: operations["boosterDatabasePrivateCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/booster/database/private/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes a record, and its files where the settings of their folder do not keep them
         * @description Scope `service.booster.database.write`. Rate tier `default`.
         */
        post: operations["boosterDatabasePrivateDelete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/booster/database/private/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds records of a collection, newest first; filters may look into their data
         * @description Scope `service.booster.database`. Rate tier `default`.
         */
        post: operations["boosterDatabasePrivateFind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/booster/database/private/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads a record
         * @description Scope `service.booster.database`. Rate tier `default`.
         */
        post: operations["boosterDatabasePrivateGet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/booster/database/private/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes a record: the top-level fields that are sent replace those of the same name, the others stay
         * @description Scope `service.booster.database.write`. Rate tier `default`.
         */
        post: operations["boosterDatabasePrivateUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/booster/storage/file/{id}/{grant}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file of a panel by its signed link
         * @description Answers ranges and conditional requests. Images can be asked for in a smaller size. No key: the address carries the permission. Rate tier `default`.
         */
        get: operations["boosterStorageFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/booster/storage/private/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Counts files
         * @description Scope `service.booster.storage`. Rate tier `default`.
         */
        post: operations["boosterStoragePrivateCount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/booster/storage/private/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes a file; its links are dead at once
         * @description Scope `service.booster.storage.write`. Rate tier `default`.
         */
        post: operations["boosterStoragePrivateDelete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/booster/storage/private/delete-many": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes files in order, and stops at the first failure
         * @description Scope `service.booster.storage.write`. Rate tier `default`.
         */
        post: operations["boosterStoragePrivateDeleteMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/booster/storage/private/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads one file by its id or path
         * @description Scope `service.booster.storage`. Rate tier `default`.
         */
        post: operations["boosterStoragePrivateGet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/booster/storage/private/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists the files of a directory, newest first, and the names of its sub-folders
         * @description Scope `service.booster.storage`. Rate tier `default`.
         */
        post: operations["boosterStoragePrivateList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/booster/storage/private/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Moves a file, or replaces its metadata or record
         * @description Scope `service.booster.storage.write`. Rate tier `default`.
         */
        post: operations["boosterStoragePrivateUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/booster/storage/private/upload": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stores a file: a multipart form with the fields `file` and `path`
         * @description Scope `service.booster.storage.write`. Rate tier `default`.
         */
        post: operations["boosterStoragePrivateUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/booster/storage/private/upload-b64": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Stores a file that is sent as base64 or as a data URL
         * @description Scope `service.booster.storage.write`. Rate tier `default`.
         */
        post: operations["boosterStoragePrivateUploadB64"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/booster/storage/private/upload/complete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes a file of what was posted
         * @description Scope `service.booster.storage.write`. Rate tier `default`.
         */
        post: operations["boosterStoragePrivateUploadComplete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/booster/storage/private/upload/init": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Announces a file that the client then posts to `url`
         * @description Scope `service.booster.storage.write`. Rate tier `default`.
         */
        post: operations["boosterStoragePrivateUploadInit"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/booster/storage/private/url": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes links to files
         * @description Scope `service.booster.storage`. Rate tier `default`.
         */
        post: operations["boosterStoragePrivateUrl"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/booster/storage/private/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Returns how much storage the panel's files take
         * @description Scope `service.booster.storage`. Rate tier `default`.
         */
        post: operations["boosterStoragePrivateUsage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/booster/storage/upload/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload a file directly, with the form of `upload/init`
         * @description Send the `fields` of `upload/init` first, and the file last. No key: the address carries the permission. Rate tier `default`.
         */
        post: operations["boosterStorageUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/chat": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends a message to a model or an assistant, and answers with its answer
         * @description Scope `service.chat`. Rate tier `default`.
         */
        post: operations["chat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/chat/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The same, and tells the answer as it comes about: JSON objects one after another
         * @description Scope `service.chat`. Rate tier `default`.
         */
        post: operations["chatStream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/conversation/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Counts conversations of the user
         * @description Scope `service.conversation`. Rate tier `default`.
         */
        post: operations["conversationCount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/conversation/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes a conversation
         * @description Scope `service.conversation`. Rate tier `default`.
         */
        post: operations["conversationDelete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/conversation/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds conversations of the user, newest first
         * @description Scope `service.conversation`. Rate tier `default`.
         */
        post: operations["conversationFind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/conversation/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads a conversation with its messages
         * @description Scope `service.conversation`. Rate tier `default`.
         */
        post: operations["conversationGet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Turns the automatic triggers of the published version on or off
         * @description Scope `service.workflow.write`. Rate tier `default`.
         */
        post: operations["workflowActivate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/approval/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Counts approvals that await the user's decision
         * @description Scope `service.workflow`. Rate tier `high`.
         */
        post: operations["workflowApprovalCount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/approval/decide": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approves or rejects: the decision becomes the output of the step, and the run continues
         * @description Scope `service.workflow`. Rate tier `default`.
         */
        post: operations["workflowApprovalDecide"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/approval/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds approvals that the user may decide or has decided, newest first
         * @description Scope `service.workflow`. Rate tier `default`.
         */
        post: operations["workflowApprovalFind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/approval/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads an approval, for users who may decide it or can read its workflow
         * @description Scope `service.workflow`. Rate tier `default`.
         */
        post: operations["workflowApprovalGet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/assistant": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The user's own builder assistant of a workflow, created when missing
         * @description Scope `service.workflow.write`. Rate tier `default`.
         */
        post: operations["workflowAssistant"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists the node types and tools of which workflows consist
         * @description Scope `service.workflow`. Rate tier `default`.
         */
        post: operations["workflowCatalog"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/copy": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copies a workflow; the caller owns the copy
         * @description Scope `service.workflow.write`. Rate tier `default`.
         */
        post: operations["workflowCopy"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Counts workflows that the user owns or that are shared
         * @description Scope `service.workflow`. Rate tier `default`.
         */
        post: operations["workflowCount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a workflow
         * @description Scope `service.workflow.write`. Rate tier `default`.
         */
        post: operations["workflowCreate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes a workflow with everything that belongs to it
         * @description Scope `service.workflow.write`. Rate tier `default`.
         */
        post: operations["workflowDelete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/deployment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads what is published, with its triggers and their secrets
         * @description Scope `service.workflow.write`. Rate tier `default`.
         */
        post: operations["workflowDeployment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Exports a workflow as a document, without credentials
         * @description Scope `service.workflow`. Rate tier `default`.
         */
        post: operations["workflowExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds workflows that the user owns or that are shared, newest first, with their definitions
         * @description Scope `service.workflow`. Rate tier `default`.
         */
        post: operations["workflowFind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads a workflow
         * @description Scope `service.workflow`. Rate tier `default`.
         */
        post: operations["workflowGet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/hook/{trigger_id}/{secret}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Call a webhook: start a run of its workflow
         * @description Takes JSON, a form or any other body. A trigger may allow other methods, ask for a signature, and answer with the result of the run instead. No key: the address carries the permission. Rate tier `webhook`.
         */
        post: operations["workflowHook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Creates a workflow from an export document, and validates it
         * @description Scope `service.workflow.write`. Rate tier `default`.
         */
        post: operations["workflowImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/publish": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publishes the draft as the next version and activates it on behalf of the caller
         * @description Scope `service.workflow.write`. Rate tier `default`.
         */
        post: operations["workflowPublish"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/revision/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads a revision with its definition
         * @description Scope `service.workflow`. Rate tier `default`.
         */
        post: operations["workflowRevisionGet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/revision/restore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes a revision's definition the draft again, as a new revision
         * @description Scope `service.workflow.write`. Rate tier `default`.
         */
        post: operations["workflowRevisionRestore"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists the latest revisions, newest first, without their definitions
         * @description Scope `service.workflow`. Rate tier `default`.
         */
        post: operations["workflowRevisions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/run": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Runs the draft, and answers when the run has ended or pauses
         * @description Scope `service.workflow`. Rate tier `default`.
         */
        post: operations["workflowRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/run/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancels a run that waits or is queued
         * @description Scope `service.workflow`. Rate tier `default`.
         */
        post: operations["workflowRunCancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/run/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Runs the draft, and answers with its events as they happen: JSON objects one after another
         * @description Scope `service.workflow`. Rate tier `default`.
         */
        post: operations["workflowRunStream"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/runs/count": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Counts runs that executed on behalf of the user
         * @description Scope `service.workflow`. Rate tier `default`.
         */
        post: operations["workflowRunsCount"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/runs/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Deletes a run with the conversations, files and approvals that its steps created
         * @description Scope `service.workflow.write`. Rate tier `default`.
         */
        post: operations["workflowRunsDelete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/runs/find": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds runs that executed on behalf of the user, newest first, with all their steps
         * @description Scope `service.workflow`. Rate tier `default`.
         */
        post: operations["workflowRunsFind"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/runs/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads a run
         * @description Scope `service.workflow`. Rate tier `default`.
         */
        post: operations["workflowRunsGet"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/schedule/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lists the next times of a schedule, or explains why it is not valid
         * @description Scope `service.workflow`. Rate tier `high`.
         */
        post: operations["workflowSchedulePreview"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/trigger/regenerate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Gives a webhook or a form a new URL; the old one stops working at once
         * @description Scope `service.workflow.write`. Rate tier `low`.
         */
        post: operations["workflowTriggerRegenerate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Changes the fields of a workflow that are sent; a changed definition is a new revision
         * @description Scope `service.workflow.write`. Rate tier `default`.
         */
        post: operations["workflowUpdate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/v3/workflow/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Validates the draft for the caller, who may use only some assistants and panels
         * @description Scope `service.workflow`. Rate tier `default`.
         */
        post: operations["workflowValidate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download an attachment by its link
         * @description Answers ranges and conditional requests. Messages and outputs contain such links as `file_url`. No key: the address carries the permission. Rate tier `default`.
         */
        get: operations["file"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/mcp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a message to Heddle as an MCP server
         * @description The streamable HTTP transport of the Model Context Protocol. The answer is a JSON-RPC message, or a stream of them. Scope `service.workflow`. Rate tier `default`.
         */
        post: operations["mcp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Accepted: {
            /**
             * @description Always true: a request that is not accepted gets an error.
             * @constant
             */
            accepted: true;
        };
        Activation: {
            /** @description Whether its triggers shall start runs. */
            active: boolean;
            /** Format: uuid */
            workflow_id: string;
        };
        AnnouncedUpload: {
            expires_at: number;
            /** @description The fields of the form, which are sent before the file. */
            fields: {
                [key: string]: string;
            };
            /** Format: uuid */
            upload_id: string;
            /** @description Where the form is sent to. */
            url: string;
        };
        Approval: {
            allow_reject: boolean;
            /** @description The ids of the users who may decide it. */
            assignee_user_ids: string[];
            /** @description A comment on the decision. */
            comment: string;
            /** @description When it was created, and by whom. */
            created: components["schemas"]["Stamp"];
            /** @description When it was decided; null: it was not. */
            decided_at: number | null;
            /** @description Who decided it; null: nobody has. */
            decided_by: {
                email: string;
                /** Format: uuid */
                id: string;
                name: string;
            } | null;
            /** @description The values of the form that were sent with the decision. */
            decision_data: {
                [key: string]: unknown;
            };
            /** @description milliseconds since the epoch */
            expires_at: number;
            /** @description The JSON Schema of the form that has to be filled in; null: there is none. */
            form_schema: {
                [key: string]: unknown;
            } | null;
            /** @description The values that the form is prefilled with. */
            form_values: {
                [key: string]: unknown;
            };
            /** Format: uuid */
            id: string;
            /** @description Markdown */
            message: string;
            /** @description The id of the step. */
            node_id: string;
            /** @description The id of the organization that it belongs to; null: none. */
            organization_id: string | null;
            /** @description What the caller may do with it, and who owns it. */
            permissions: components["schemas"]["Permissions"];
            /** Format: uuid */
            run_id: string;
            /**
             * @description `pending` until it is decided, expires or its run is cancelled.
             * @enum {string}
             */
            status: "pending" | "approved" | "rejected" | "expired" | "cancelled";
            /** @description Whether the run continues when nobody decides in time. Otherwise it fails. */
            timeout_continues: boolean;
            /** @description What has to be decided. */
            title: string;
            /** @description When it was last changed, and by whom. */
            updated: components["schemas"]["Stamp"];
            /** Format: uuid */
            workflow_id: string;
            workflow_name: string;
        };
        ApprovalDecision: {
            /** Format: uuid */
            approval_id: string;
            /** @description A comment on the decision. */
            comment?: string;
            /** @description form data, only when the decision is approve; fields that are left out retain their prefilled values */
            data?: {
                [key: string]: unknown;
            };
            /** @enum {string} */
            decision: "approve" | "reject";
        };
        ApprovalId: {
            /** Format: uuid */
            approval_id: string;
        };
        ApprovalPage: {
            items: components["schemas"]["Approval"][];
            total: number;
        };
        ApprovalQuery: {
            /** @description index of the first item */
            limit_from?: number;
            /** @description index after the last item; by default there are 50 items */
            limit_to?: number;
            /** @enum {string} */
            status?: "pending" | "approved" | "rejected" | "expired" | "cancelled";
        };
        Assistant: {
            /** @description When it was created, and by whom. */
            created: components["schemas"]["Stamp"];
            description: string;
            /** @description The groups that it is shared with. */
            group_sharing: components["schemas"]["AssistantGroupShare"][];
            /** Format: uuid */
            id: string;
            /** @description What it is told before every conversation. */
            instructions: string;
            /** @description The model that it uses; null: the default. */
            model: string | null;
            name: string;
            /** @description What the caller may do with it, and who owns it. */
            permissions: components["schemas"]["Permissions"];
            /** @description The users whom it is shared with. */
            sharing: components["schemas"]["AssistantUserShare"][];
            /** @description The names of the tools that it may use. */
            tools: string[];
            /** @description When it was last changed, and by whom. */
            updated: components["schemas"]["Stamp"];
            /** @description The workflow that it builds; null: it is no builder. */
            workflow_id: string | null;
        };
        AssistantCreation: {
            description?: string;
            /** @description The groups that it is shared with. */
            group_sharing?: components["schemas"]["AssistantGroupShareInput"][];
            /** @description what it is told before every conversation */
            instructions?: string;
            /** @description id of a model; null: the default */
            model?: string | null;
            name: string;
            /** @description The users whom it is shared with. */
            sharing?: components["schemas"]["AssistantUserShareInput"][];
            /** @description names of tools, as the catalog lists them */
            tools?: string[];
        };
        AssistantGroupShare: {
            /** Format: uuid */
            group_id: string;
            /**
             * @description Whether they may also change it.
             * @default false
             */
            write: boolean;
        };
        AssistantGroupShareInput: {
            /** Format: uuid */
            group_id: string;
            /**
             * @description Whether they may also change it.
             * @default false
             */
            write?: boolean;
        };
        AssistantUpdate: {
            description?: string;
            /** @description The groups that it is shared with. */
            group_sharing?: components["schemas"]["AssistantGroupShareInput"][];
            /** Format: uuid */
            id: string;
            /** @description what it is told before every conversation */
            instructions?: string;
            /** @description id of a model; null: the default */
            model?: string | null;
            name?: string;
            /** @description The users whom it is shared with. */
            sharing?: components["schemas"]["AssistantUserShareInput"][];
            /** @description names of tools, as the catalog lists them */
            tools?: string[];
        };
        AssistantUserShare: {
            /** @description The e-mail address of the user whom it is shared with. */
            user_email: string;
            /**
             * @description Whether they may also change it.
             * @default false
             */
            write: boolean;
        };
        AssistantUserShareInput: {
            /** @description The e-mail address of the user whom it is shared with. */
            user_email: string;
            /**
             * @description Whether they may also change it.
             * @default false
             */
            write?: boolean;
        };
        Attachment: {
            /** @description The media type of the file. */
            content_type: string;
            /** Format: uuid */
            file_id: string;
            /** @description A link with which the file can be downloaded. */
            file_url: string;
            /** @description The name of the file. */
            filename: string;
            /** @description The size in bytes. */
            size: number;
        };
        Base64Upload: {
            /** @description The media type; by default it is recognised. */
            content_type?: string | null;
            /** @description base64 or a data URL */
            data: string;
            /** @description Any JSON object of up to 4 KB. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description replace a file at the same path */
            overwrite?: boolean;
            /** @description Where to store it. A path that ends with / is a directory. */
            path: string;
            /** @description The record that the file belongs to; null: none. */
            record?: components["schemas"]["RecordLink"] | null;
            /** @description when the path is taken, store as `name (1).ext` and so on */
            rename?: boolean;
        };
        Catalog: {
            /** @description The types of steps. */
            node_types: {
                /**
                 * @description The category under which it is listed.
                 * @enum {string}
                 */
                category: "trigger" | "action" | "logic";
                /** @description true: an edge may also leave without a source_handle */
                default_output?: boolean;
                description: string;
                /** @description The exits to which edges can be attached. Empty: the only one has no name. */
                handles: string[];
                /** @description Whether it begins runs. */
                is_trigger: boolean;
                /** @description The JSON Schema of its params. */
                params_schema: unknown;
                /** @description Whether no step can follow it. */
                terminal: boolean;
                title: string;
                type: string;
            }[];
            /** @description The tools that steps and assistants can use. */
            tools: {
                /** @description The category under which it is listed. */
                category: string;
                description: string;
                /** @description The name that people see. */
                display_name: string;
                /** @description The name of its icon. */
                icon: string;
                /** @description The JSON Schema of its params. */
                input_schema: unknown;
                name: string;
            }[];
        };
        /** @description Something that happens while a model answers. Every event has every field. */
        ChatEvent: {
            /** Format: uuid */
            conversation_id: string;
            /** @description Whether the tool failed. */
            failed: boolean;
            /** @description The whole answer, in `chat_end`. */
            message: components["schemas"]["Message"] | null;
            /** @description A piece of the answer. Otherwise empty. */
            text: string;
            /** @description The name of the tool. Empty in other events. */
            tool: string;
            /**
             * @description `chat_start`: the conversation is claimed. `text`: a piece of the answer. `text_restart`: the pieces so far no longer count. `tool_start` and `tool_end`: the assistant uses a tool. `chat_end`: the answer.
             * @enum {string}
             */
            type: "chat_start" | "text" | "text_restart" | "tool_start" | "tool_end" | "chat_end";
        };
        ChatRequest: {
            /**
             * Format: uuid
             * @description The assistant that answers; without it, a model does.
             */
            assistant_id?: string;
            /**
             * Format: uuid
             * @description the client's own, sent with every message of the conversation
             */
            conversation_id?: string;
            /** @description The files that the message is about. */
            files?: (string | {
                [key: string]: unknown;
            })[];
            /** @description What you say. */
            message: string;
            /** @description id of a model, see /ai_model/get_all */
            model?: string;
        };
        /** @description One object of a stream. */
        ChatStreamObject: {
            /** @description What happened. Empty in objects that only show that the connection is alive, and in one with an error. */
            data: components["schemas"]["ChatEvent"] | "";
            /** @description Why the stream broke off, in its last object. Otherwise null. */
            error: null | components["schemas"]["StreamFailure"];
            /**
             * @description When it was sent, in milliseconds since 1970.
             * @example 1767225600000
             */
            timestamp: number;
        };
        Conversation: {
            assistant_id: string | null;
            /** @description When it was created, and by whom. */
            created: components["schemas"]["Stamp"];
            /** Format: uuid */
            id: string;
            /** @description How many messages it has. */
            message_count: number;
            /** @description The model that answers. */
            model: string;
            /** @description What the caller may do with it, and who owns it. */
            permissions: components["schemas"]["Permissions"];
            run_id: string | null;
            title: string;
            /** @description When it was last changed, and by whom. */
            updated: components["schemas"]["Stamp"];
        };
        CopyRequest: {
            /** @description The name of the new workflow; by default that of the document or of the original. */
            new_name?: string;
            /** @description The organization that the new workflow belongs to; null: none. */
            organization_id?: string | null;
            /** Format: uuid */
            workflow_id: string;
        };
        /**
         * @description The steps of a workflow and what leads from one to the next. It is stored as it is sent, even when it is not valid.
         * @example {
         *       "nodes": [
         *         {
         *           "id": "start",
         *           "type": "trigger.manual",
         *           "params": {}
         *         },
         *         {
         *           "id": "total",
         *           "type": "transform",
         *           "params": {
         *             "fields": {
         *               "total": "{{ input.amount * 1.2 }}"
         *             }
         *           }
         *         }
         *       ],
         *       "edges": [
         *         {
         *           "source": "start",
         *           "target": "total"
         *         }
         *       ]
         *     }
         */
        Definition: {
            /** @description What leads from step to step. */
            edges?: components["schemas"]["Edge"][];
            /** @description The steps. */
            nodes?: components["schemas"]["Node"][];
            /** @description How runs of the workflow are queued, repeated, watched and kept. */
            settings?: components["schemas"]["WorkflowSettings"];
        };
        Deployment: {
            /** @description Whether its triggers start runs. */
            active: boolean;
            /** @description Whether the draft differs from the published version. */
            draft_changed: boolean;
            /** @description When it was published; null: never. */
            published_at: number | null;
            /** @description The number of the published version; null: it was never published. */
            published_version: number | null;
            /** @description The id of the user on whose behalf automatic runs execute. */
            run_as: string | null;
            /** @description The secret with which requests of the workflow are signed. */
            signing_secret: string;
            /** @description The triggers of the published version. */
            triggers: {
                /** @description Whether it starts runs. */
                active: boolean;
                /** @description The collection whose changes start runs; null: all. */
                collection: string | null;
                /** @description The folder whose changes start runs; null: all. */
                folder: string | null;
                /** @description How many seconds it is behind. */
                lag_seconds?: number;
                /** @description Why it last failed. */
                last_error?: string;
                /** @description When it last started a run; null: never. */
                last_fired_at: number | null;
                /** @description When it last looked for something new. */
                last_polled_at?: number;
                /** @description When it starts the next run; null: at no known time. */
                next_run_at: number | null;
                /** @description The id of the step. */
                node_id: string;
                /** @description The panel whose changes start runs; null: none. */
                panel_id: string | null;
                type: string;
                /** @description The address of a webhook or form; null: it has none. */
                url: string | null;
            }[];
        };
        DirectUpload: {
            /** @description The media type of the file. */
            content_type: string;
            /** @description when the path ends with / */
            filename?: string;
            /** @description Any JSON object of up to 4 KB. */
            metadata?: {
                [key: string]: unknown;
            };
            /** @description replace a file at the same path */
            overwrite?: boolean;
            /** @description Where to store it. A path that ends with / is a directory. */
            path: string;
            /** @description The record that the file belongs to; null: none. */
            record?: components["schemas"]["RecordLink"] | null;
            /** @description when the path is taken, store as `name (1).ext` and so on */
            rename?: boolean;
            /** @description exact bytes */
            size: number;
        };
        /** @description Leads from one step to the next. */
        Edge: {
            /** @description The id of the step that it leaves. */
            source: string;
            /** @description The exit of the source, for steps with several, such as `true`, `approved` or `error`. */
            source_handle?: string | null;
            /** @description The id of the step that it leads to. */
            target: string;
        };
        /** @description The body of every refusal. */
        Error: {
            /** @description What is wrong, as a sentence or a part of one. */
            detail: string;
        };
        ExportDocument: {
            /** @description the credentials that the definition names; left out when it names none */
            credentials?: {
                /** @description The hosts that it may be sent to. */
                hosts: string[];
                kind: string;
                name: string;
            }[];
            /** @description milliseconds since the epoch */
            exported_at: number;
            /** @description for those who may write the workflow */
            tests?: unknown[];
            /** @description The version of the format. */
            version: string;
            workflow: {
                /** @description The definition: the steps and the edges between them. */
                definition: components["schemas"]["Definition"];
                description: string;
                /**
                 * Format: uuid
                 * @description The id of the workflow that was exported.
                 */
                from_id: string;
                name: string;
                /** @description The credentials that have to be chosen again, as `<step>.credential`. */
                secret_keys: string[];
            };
        };
        ExportRequest: {
            /** @description ignored: credentials are always removed */
            strip_secrets?: boolean;
            /** Format: uuid */
            workflow_id: string;
        };
        FileCountQuery: {
            folder?: string;
            /** @description The filters, the order and the page. */
            params?: components["schemas"]["Query"];
            /** @description a sub-folder inside the folder */
            prefix?: string;
            /** @description Whether to include the files of sub-folders. */
            recursive?: boolean;
        };
        FileId: {
            /** Format: uuid */
            id: string;
        };
        FileLink: {
            /** @description When the link expires; null: never. */
            expires_at: number | null;
            /** Format: uuid */
            id: string;
            url: string;
        };
        FileListQuery: {
            folder?: string;
            /** @description Whether the files get links. */
            links?: boolean;
            /** @description The filters, the order and the page. */
            params?: components["schemas"]["Query"];
            /** @description a sub-folder inside the folder */
            prefix?: string;
            /** @description Whether to include the files of sub-folders. */
            recursive?: boolean;
        };
        FileName: {
            /** Format: uuid */
            id?: string;
            path?: string;
        };
        FileUpdate: {
            /** Format: uuid */
            id: string;
            /** @description Any JSON object of up to 4 KB. */
            metadata?: {
                [key: string]: unknown;
            };
            path?: string;
            /** @description The record that the file belongs to; null: none. */
            record?: components["schemas"]["RecordLink"];
            /** @description Whether to detach the file from its record. */
            unlink_record?: boolean;
        };
        /**
         * @description `[field, operator, value]`. Fields inside objects are written with dots, elements of arrays by their index.
         *     `==`, `!=`: equal or not; `null` stands for a field that is missing or null, and `!=` any other value matches those too.
         *     `<`, `<=`, `>`, `>=`: numbers, times, and texts by code point; in JSON fields only values of the same type match.
         *     `in`, `not_in`: equal to one of an array of values, or to none.
         *     `contains`: a part of a text, or an element of an array.
         *     `regex`: a regular expression of PostgreSQL that is found in the text; a leading `(?i)` ignores case, no other embedded option is allowed.
         *     Identifiers and booleans take `==`, `!=`, `in` and `not_in`; lists of texts take `==`, `!=` and `contains`.
         * @example [
         *       "created.timestamp",
         *       ">=",
         *       1767225600000
         *     ]
         * @example [
         *       "status",
         *       "==",
         *       "failed"
         *     ]
         * @example [
         *       "name",
         *       "regex",
         *       "(?i)^invoice"
         *     ]
         */
        Filter: [
            string,
            "==" | "!=" | "<" | "<=" | ">" | ">=" | "in" | "not_in" | "contains" | "regex",
            unknown
        ];
        GroupShare: {
            /** Format: uuid */
            group_id: string;
            scopes: components["schemas"]["ShareScopes"];
            /**
             * @description Whether they may also change it.
             * @default false
             */
            write: boolean;
        };
        GroupShareInput: {
            /** Format: uuid */
            group_id: string;
            scopes?: components["schemas"]["ShareScopes"];
            /**
             * @description Whether they may also change it.
             * @default false
             */
            write?: boolean;
        };
        ImportRequest: {
            /** @description an export document */
            data: {
                [key: string]: unknown;
            };
            /** @description The name of the new workflow; by default that of the document or of the original. */
            new_name?: string;
            /** @description The organization that the new workflow belongs to; null: none. */
            organization_id?: string | null;
        };
        ImportResult: {
            /** @description What is wrong, or may be. */
            issues: components["schemas"]["Issue"][];
            /** @description The credentials that have to be chosen again, as `<step>.credential`. */
            secret_keys: string[];
            workflow: components["schemas"]["Workflow"];
        };
        Issue: {
            /** @description The edge that it is about; null: none. */
            edge: components["schemas"]["IssueEdge"] | null;
            /** @description What is wrong. */
            message: string;
            /** @description The step that it is about; null: none. */
            node_id: string | null;
            /**
             * @description An `error` keeps the workflow from being published, a `warning` does not.
             * @enum {string}
             */
            severity: "error" | "warning";
        };
        IssueEdge: {
            /** @description The id of the step that the edge leaves. */
            source: string;
            /** @description The exit of the source; null: the only one. */
            source_handle: string | null;
            /** @description The id of the step that the edge leads to. */
            target: string;
        };
        LastRun: {
            /** @description The credits that it used. */
            credits: number;
            /** @description When it ended; null: it has not. */
            finished_at: number | null;
            /** Format: uuid */
            run_id: string;
            /** @description How it ended, or its status. */
            status: string;
        };
        /**
         * @description A message of the Model Context Protocol.
         * @example {
         *       "jsonrpc": "2.0",
         *       "id": 1,
         *       "method": "tools/list"
         *     }
         */
        McpMessage: {
            /**
             * @description The version of JSON-RPC.
             * @constant
             */
            jsonrpc: "2.0";
        };
        Message: {
            /** @description Markdown */
            content: string;
            /** Format: uuid */
            conversation_id: string;
            /** @description When it was written, in milliseconds since 1970. */
            created: number;
            /** @description The credits that it used. */
            credits: number;
            files: components["schemas"]["Attachment"][];
            /** Format: uuid */
            id: string;
            /** @description The id of the model. */
            model: string | null;
            /**
             * @description Who wrote it.
             * @enum {string}
             */
            role: "user" | "assistant";
        };
        Model: {
            /** @description What it can do. */
            abilities: {
                /** @description Whether it can hear audio. */
                audio: boolean;
                /** @description Whether it can use tools. */
                tools: boolean;
                /** @description Whether it can see images. */
                vision: boolean;
            };
            /** @description What it costs. */
            credits: {
                /** @description The credits for a call. */
                call: number;
                /** @description The credits for a token of the input. */
                input_token: number;
                /** @description The credits for a token of the output. */
                output_token: number;
            };
            /** @description the one that is asked when none is named */
            default: boolean;
            /** @description The id by which it is named, such as `local/small`. */
            id: string;
            /** @description Who provides it. */
            provider: string;
        };
        /** @description A step of a workflow. The first one is a trigger. */
        Node: {
            /** @description The id of the step, unique in the definition. Templates name it: `{{ steps.<id>.output }}`. */
            id: string;
            /** @description What people call the step. */
            name?: string;
            /** @description The params of the step, as its type defines them. Texts in them may hold templates. */
            params?: {
                [key: string]: unknown;
            };
            /** @description Where the editor draws the step. */
            position?: {
                /** @description To the right, in pixels. */
                x: number;
                /** @description Downwards, in pixels. */
                y: number;
            } | null;
            /** @description The type of the step, such as `http.request`. The catalog lists all of them. */
            type: string;
        };
        PanelRecord: {
            /** @description The collection of the record. */
            collection: string;
            /** @description When it was created, in milliseconds since 1970. */
            created: number;
            /** @description The data: any JSON object. */
            data: {
                [key: string]: unknown;
            };
            /** Format: uuid */
            key: string;
            /** @description When it was last changed, in milliseconds since 1970. */
            updated: number;
        };
        PendingCount: {
            /** @description How many wait for a decision. */
            pending: number;
        };
        Permissions: {
            /** @description Whether the caller may copy it. */
            copy: boolean;
            /** @description Whether the caller may export it. */
            export: boolean;
            /** @description Who owns it. */
            owner: {
                /** @description The group that owns it; null: the user does. */
                group_id: string | null;
                /**
                 * Format: uuid
                 * @description The user who created it.
                 */
                user_id: string;
            };
            /** @description Whether the caller may run it. */
            run: boolean;
            /** @description Whether the caller may change it. */
            write: boolean;
        };
        PublishRequest: {
            /** @description A note about the version, for people. */
            note?: string;
            /** Format: uuid */
            workflow_id: string;
        };
        Query: {
            /** @description All filters must match. At most 100. */
            filters?: components["schemas"]["Filter"][];
            /** @description Index of the first item. Default 0. */
            limit_from?: number;
            /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
            limit_to?: number;
            /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
            sort_key?: string;
            /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
            sort_order?: number;
        };
        QueuedRun: {
            /** Format: uuid */
            run_id: string;
            /** @description The status of the run: `queued`, or what became of it when the trigger waits. */
            status: string;
        };
        RecordCreation: {
            /** @description The collection of the record. */
            collection: string;
            /** @description The data: any JSON object. */
            data: {
                [key: string]: unknown;
            };
            /**
             * Format: uuid
             * @description unique within the panel; made when it is left out
             */
            key?: string;
        };
        RecordLink: {
            /** @description The collection of the record. */
            collection: string;
            /** Format: uuid */
            key: string;
        };
        RecordQuery: {
            /** @description The collection of the record. */
            collection: string;
            /** @description The filters, the order and the page. */
            params?: components["schemas"]["Query"];
        };
        RecordReference: {
            /** Format: uuid */
            key: string;
        };
        RecordUpdate: {
            /** @description The data: any JSON object. */
            data: {
                [key: string]: unknown;
            };
            /** Format: uuid */
            key: string;
        };
        Revision: {
            /** @description What changed. */
            changes: components["schemas"]["RevisionChanges"];
            /** @description When it was created, and by whom. */
            created: components["schemas"]["Stamp"];
            /** @description The definition: the steps and the edges between them. */
            definition: components["schemas"]["Definition"];
            /** Format: uuid */
            id: string;
            /**
             * @description How it came about.
             * @enum {string}
             */
            origin: "created" | "editor" | "builder" | "restore";
            /** @description What the caller may do with it, and who owns it. */
            permissions: components["schemas"]["Permissions"];
            /** @description The revision that was restored; null: it is no restoration. */
            restored_from: string | null;
            /** @description When it was last changed, and by whom. */
            updated: components["schemas"]["Stamp"];
            /** Format: uuid */
            workflow_id: string;
        };
        RevisionChanges: {
            /** @description How many edges were added. */
            added_edges: number;
            /** @description The ids of the steps that were added. */
            added_nodes: string[];
            /** @description The ids of the steps that were changed. */
            changed_nodes: string[];
            /** @description How many edges were removed. */
            removed_edges: number;
            /** @description The ids of the steps that were removed. */
            removed_nodes: string[];
        };
        RevisionEntry: {
            /** @description What changed. */
            changes: components["schemas"]["RevisionChanges"];
            /** @description milliseconds since the epoch */
            created_at: number;
            /** @description How many edges it has. */
            edges: number;
            /** Format: uuid */
            id: string;
            /** @description How many steps it has. */
            nodes: number;
            /**
             * @description How it came about.
             * @enum {string}
             */
            origin: "created" | "editor" | "builder" | "restore";
            /** @description The revision that was restored; null: it is no restoration. */
            restored_from: string | null;
            /** Format: uuid */
            user_id: string;
        };
        RevisionId: {
            /** Format: uuid */
            revision_id: string;
            /** Format: uuid */
            workflow_id: string;
        };
        Run: {
            /** @description When it was last started or continued; null: it has not started. */
            active_since: number | null;
            /** @description Whether it was started by a trigger and not by a person. */
            automatic: boolean;
            /** @description When it was created, and by whom. */
            created: components["schemas"]["Stamp"];
            /** @description The credits that its steps used. */
            credits: number;
            /** @description the number of runs above this one */
            depth?: number;
            /** @description when the run may begin, where that is not at once */
            due_at?: number;
            /** @description Why it failed. Empty when it did not. */
            error: string;
            /** @description When it ended; null: it has not. */
            finished_at: number | null;
            /** Format: uuid */
            id: string;
            /** @description The input of the run as JSON. */
            input_json: string;
            /** @description by which the settings of the workflow let it be found */
            labels?: {
                [key: string]: string;
            };
            /** @description when a run that failed will be tried again */
            next_retry_at?: number;
            /** @description its place in the queue, where it has a head start or a delay */
            order_at?: number;
            /** @description The organization that pays for it; null: none. */
            organization_id: string | null;
            /** @description The output of the run as JSON. Empty while there is none. */
            output_json: string;
            /**
             * Format: uuid
             * @description the run whose step started this one, which may have been deleted
             */
            parent_run_id?: string;
            /** @description What the caller may do with it, and who owns it. */
            permissions: components["schemas"]["Permissions"];
            /**
             * Format: uuid
             * @description the run with which it all began, which may have been deleted
             */
            root_run_id?: string;
            /** @description When it started; null: it has not. */
            started_at: number | null;
            /**
             * @description `queued`: waits for its turn. `running`: executes. `waiting`: waits for a person, a time or a call. The others are ends.
             * @enum {string}
             */
            status: "queued" | "running" | "waiting" | "success" | "failed" | "cancelled";
            /** @description The steps that it came to, in the order in which they started. */
            steps: components["schemas"]["Step"][];
            /** @description How many runs started one another before this one. */
            trigger_depth: number;
            /** @description The id of the trigger that it starts from. */
            trigger_node_id: string;
            trigger_type: string;
            /** @description When it was last changed, and by whom. */
            updated: components["schemas"]["Stamp"];
            /** @description The published version that it executes; null: the draft. */
            version: number | null;
            /** Format: uuid */
            workflow_id: string;
        };
        /** @description Something that happens in a run. Every event has every field. */
        RunEvent: {
            /** @description Why the step or the run failed. Otherwise empty. */
            error: string;
            /** @description The exit by which the step was left. */
            handle: string | null;
            /** @description The items of the loops around the step, from the outer to the inner one. */
            iteration: number[];
            /** @description The id of the step. Empty in events of the run itself. */
            node_id: string;
            /** @description The type of the step. Empty in events of the run itself. */
            node_type: string;
            /** @description The output as JSON, in `step_end` and `run_end`. Otherwise empty. */
            output_json: string;
            /** Format: uuid */
            run_id: string;
            /** @example running */
            status: string;
            /** @description A piece of text that an AI step produces, or what a step says about itself. */
            text: string;
            /**
             * @description What happened. A stream ends with `run_end`, or with `run_waiting` when the run pauses.
             * @enum {string}
             */
            type: "run_start" | "step_start" | "step_progress" | "step_waiting" | "step_end" | "run_waiting" | "run_end";
        };
        RunId: {
            /** Format: uuid */
            run_id: string;
        };
        RunRequest: {
            /** @description run input, as the trigger expects it */
            input?: {
                [key: string]: unknown;
            };
            /** @description trigger to start from; default the first manual one, otherwise the first of any type */
            trigger_node_id?: string;
            /** Format: uuid */
            workflow_id: string;
        };
        /** @description One object of a stream. */
        RunStreamObject: {
            /** @description What happened. Empty in objects that only show that the connection is alive, and in one with an error. */
            data: components["schemas"]["RunEvent"] | "";
            /** @description Why the stream broke off, in its last object. Otherwise null. */
            error: null | components["schemas"]["StreamFailure"];
            /**
             * @description When it was sent, in milliseconds since 1970.
             * @example 1767225600000
             */
            timestamp: number;
        };
        ScheduleOccurrences: {
            /** @description What is wrong with the expression. Empty when it is valid. */
            error: string;
            /** @description The next times. */
            next_runs: number[];
            valid: boolean;
        };
        SchedulePreview: {
            /** @description The times, as a cron expression of five fields. */
            cron: string;
            /**
             * @description The time zone, such as `Europe/Berlin`.
             * @default UTC
             */
            timezone?: string;
        };
        /**
         * @description what a read-only share allows beside reading
         * @default {}
         */
        ShareScopes: {
            /** @description Whether they may copy it. */
            "workflow.copy"?: boolean;
            /** @description Whether they may export it. */
            "workflow.export"?: boolean;
            /** @description Whether they may run it. */
            "workflow.run"?: boolean;
        };
        Stamp: {
            /** @description When it happened, in milliseconds since 1970. */
            timestamp: number;
            /**
             * Format: uuid
             * @description Who did it.
             */
            user_id: string;
        };
        Step: {
            /** @description The conversation that an AI step had; null: none. */
            conversation_id: string | null;
            /** @description What went wrong. Empty when nothing did. */
            error: string;
            /** @description The ids of the files that the step created. */
            file_ids: string[];
            /** @description When it ended; null: it has not. */
            finished_at: number | null;
            /** @description The exit by which the step was left; null: the only one. */
            handle: string | null;
            /** @description The items of the loops around the step, from the outer to the inner one. */
            iteration: number[];
            /** @description The id of the step. */
            node_id: string;
            /** @description The type of the step. */
            node_type: string;
            /** @description The output as JSON. Empty while there is none. */
            output_json: string;
            /** @description Whether the output is too long to be shown whole. */
            output_truncated: boolean;
            /**
             * @description in tests of a draft: the result was given, and the step was not executed
             * @constant
             */
            pinned?: true;
            /** @description When it started; null: it has not. */
            started_at: number | null;
            /**
             * @description `skipped`: no edge led to it. `waiting`: it waits for a person, a time or a call.
             * @enum {string}
             */
            status: "running" | "waiting" | "success" | "failed" | "skipped";
            /** @description What the step says about itself, or the text that a model wrote. */
            text: string;
            /** @description every try, where there was more than one */
            tries?: components["schemas"]["StepTry"][];
        };
        StepTry: {
            /** @description Why the try failed. Empty when it did not. */
            error: string;
            /** @description When it ended; null: it has not. */
            finished_at: number | null;
            /** @description milliseconds since the epoch */
            started_at: number;
        };
        StorageUsage: {
            /** @description How many files there are. */
            files: number;
            /** @description The bytes in each folder. */
            folders: {
                [key: string]: number;
            };
            /** @description bytes; 0: only the owner's storage quota applies */
            limit: number;
            /** @description bytes */
            size: number;
        };
        StoredFile: {
            /** @description The media type of the file. */
            content_type: string;
            /** @description When it was stored, in milliseconds since 1970. */
            created: number;
            /** @description A link with which browsers save the file; null: none was asked for. */
            download_url: string | null;
            /** @description When it is deleted; null: it is kept. */
            expires_at: string | null;
            folder: string;
            /** Format: uuid */
            id: string;
            /** @description Any JSON object of up to 4 KB. */
            metadata: {
                [key: string]: unknown;
            };
            /** @description The last part of the path. */
            name: string;
            /** @description Null: uploads through the API have no owner. `/api/v1/panel/file` says who uploaded it. */
            owner: string | null;
            /** @description The path in the panel, which begins with the folder. */
            path: string;
            /** @description The record that the file belongs to; null: none. */
            record: components["schemas"]["RecordLink"] | null;
            /** @description The SHA-256 of its content, in hexadecimal. */
            sha256: string;
            /** @description bytes */
            size: number;
            /** @description When it was last changed, in milliseconds since 1970. */
            updated: number;
            /** @description A link to the file; null: none was asked for. */
            url: string | null;
        };
        StoredFiles: {
            files: components["schemas"]["StoredFile"][];
            /** @description The sub-folders at this place. */
            folders: string[];
        };
        /** @description Why a stream broke off. */
        StreamFailure: {
            /**
             * @description What is wrong.
             * @example Not enough credits
             */
            detail: string;
            /**
             * @description The status that an ordinary reply would have.
             * @example 422
             */
            status: number;
            /**
             * @description The name of the status.
             * @example Unprocessable Entity
             */
            text: string;
        };
        TriggerRegeneration: {
            /** @description The id of the step. */
            node_id: string;
            /** Format: uuid */
            workflow_id: string;
        };
        UploadForm: {
            /** Format: binary */
            file: string;
            /** @description a JSON object of at most 4 KB */
            metadata?: string;
            /** @description Whether to replace a file at the same path. */
            overwrite?: boolean;
            /** @description one that ends with / is a directory: the name of the file is appended */
            path: string;
            /** @description The collection of the record that the file belongs to. */
            record_collection?: string;
            /**
             * Format: uuid
             * @description The key of the record that the file belongs to.
             */
            record_key?: string;
            /** @description Whether to store it under another name when the path is taken. */
            rename?: boolean;
        };
        UploadId: {
            /** Format: uuid */
            upload_id: string;
        };
        UserShare: {
            scopes: components["schemas"]["ShareScopes"];
            /** @description The e-mail address of the user whom it is shared with. */
            user_email: string;
            /**
             * @description Whether they may also change it.
             * @default false
             */
            write: boolean;
        };
        UserShareInput: {
            scopes?: components["schemas"]["ShareScopes"];
            /** @description The e-mail address of the user whom it is shared with. */
            user_email: string;
            /**
             * @description Whether they may also change it.
             * @default false
             */
            write?: boolean;
        };
        ValidationResult: {
            /** @description What is wrong, or may be. */
            issues: components["schemas"]["Issue"][];
            valid: boolean;
        };
        WholeConversation: {
            assistant_id: string | null;
            /** @description When it was created, and by whom. */
            created: components["schemas"]["Stamp"];
            /** Format: uuid */
            id: string;
            /** @description How many messages it has. */
            message_count: number;
            /** @description the latest, oldest first */
            messages: components["schemas"]["Message"][];
            /** @description The model that answers. */
            model: string;
            /** @description What the caller may do with it, and who owns it. */
            permissions: components["schemas"]["Permissions"];
            run_id: string | null;
            title: string;
            /** @description When it was last changed, and by whom. */
            updated: components["schemas"]["Stamp"];
        };
        Workflow: {
            /** @description Whether the triggers of the published version start runs. */
            active: boolean;
            /** @description When it was created, and by whom. */
            created: components["schemas"]["Stamp"];
            /** @description The definition: the steps and the edges between them. */
            definition: components["schemas"]["Definition"];
            description: string;
            /** @description The groups that it is shared with. */
            group_sharing: components["schemas"]["GroupShare"][];
            /** Format: uuid */
            id: string;
            /** @description The last run; null: there is none. */
            last_run: components["schemas"]["LastRun"] | null;
            name: string;
            /** @description The id of the organization that it belongs to; null: none. */
            organization_id: string | null;
            /** @description What the caller may do with it, and who owns it. */
            permissions: components["schemas"]["Permissions"];
            /** @description When it was published; null: never. */
            published_at: number | null;
            /** @description The number of the published version; null: it was never published. */
            published_version: number | null;
            /** @description The user on whose behalf automatic runs execute; null: nobody, because it was never published. */
            run_as: string | null;
            /** @description The users whom it is shared with. */
            sharing: components["schemas"]["UserShare"][];
            /** @description When it was last changed, and by whom. */
            updated: components["schemas"]["Stamp"];
        };
        WorkflowCreation: {
            /** @description The definition: the steps and the edges between them. */
            definition?: components["schemas"]["Definition"];
            description?: string;
            /** @description The groups that it is shared with. */
            group_sharing?: components["schemas"]["GroupShareInput"][];
            name: string;
            /** @description The id of the organization that it belongs to; null: none. */
            organization_id?: string | null;
            /** @description The users whom it is shared with. */
            sharing?: components["schemas"]["UserShareInput"][];
        };
        WorkflowId: {
            /** Format: uuid */
            workflow_id: string;
        };
        WorkflowSettings: {
            /**
             * Alert
             * @description Who is told when automatic runs fail. By default the owner, at once and then once an hour.
             */
            alert?: boolean | {
                /**
                 * After
                 * @description Failures in a row before anybody is told.
                 * @default 1
                 */
                after?: number;
                /**
                 * E-mail addresses
                 * @description Addresses that get a mail.
                 */
                emails?: string[];
                /**
                 * Every
                 * @description Minutes between two messages while it keeps failing.
                 * @default 60
                 */
                every_minutes?: number;
                /**
                 * Users
                 * @description E-mail addresses or ids of users, who get a notification.
                 */
                users?: string[];
            };
            /**
             * Concurrency
             * @description Limits on how many runs execute at once.
             */
            concurrency?: {
                /**
                 * Key
                 * @description An expression on the input. The limit counts for each of its values.
                 */
                key?: string;
                /**
                 * Limit
                 * @description How many runs execute at once.
                 */
                limit: number;
                /**
                 * Name
                 * @description What the workflows of an organization that share the limit call it.
                 */
                name?: string;
                /**
                 * When full
                 * @description What happens to a further run: it waits, it is not made, it replaces the one that waits, or it cancels the oldest.
                 * @default queue
                 * @enum {string}
                 */
                on_full?: "queue" | "skip" | "replace" | "cancel";
                /**
                 * Queue
                 * @description How many runs may wait for each key.
                 * @default 50
                 */
                queued?: number;
                /**
                 * Scope
                 * @description Whether the workflow has the limit alone, or all workflows of the organization with the same name.
                 * @default workflow
                 * @enum {string}
                 */
                scope?: "workflow" | "organization";
                /**
                 * While it waits
                 * @description Whether a run that waits for a person or a time gives its place to another.
                 * @default release
                 * @enum {string}
                 */
                while_waiting?: "release" | "hold";
            }[];
            /**
             * Keep runs
             * @description Days for which ended runs are kept, at most as long as the installation keeps them.
             */
            keep_days?: number;
            /**
             * Labels
             * @description Labels by which runs are found, each with an expression on the input. Names are like order_id.
             */
            labels?: {
                [key: string]: string;
            };
            /**
             * Priority
             * @description Seconds of head start in the queue, as a number or an expression on the input. A negative one lets others pass.
             */
            priority?: number | string;
            /**
             * Retry
             * @description How often a failed automatic run is tried again from the failed step.
             */
            retry?: {
                /**
                 * Attempts
                 * @description Tries in all, the first one included.
                 */
                attempts: number;
                /**
                 * Backoff
                 * @description Factor by which the wait grows from try to try.
                 * @default 2
                 */
                backoff?: number;
                /**
                 * Delay
                 * @description Seconds to wait before the second try.
                 * @default 60
                 */
                delay_seconds?: number;
            };
            /**
             * Who sees runs
             * @description Whether everybody who may change the workflow sees all its runs, or each person only those that execute on their behalf.
             * @default team
             * @enum {string}
             */
            runs?: "team" | "own";
            /**
             * Tests
             * @description Whether all stored tests must pass before the workflow can be published.
             * @default optional
             * @enum {string}
             */
            tests?: "optional" | "required";
            /**
             * Tool
             * @description How the workflow is offered as a tool.
             */
            tool?: {
                /**
                 * Description
                 * @description What the tool does and when to use it, for the model. By default, the description of the workflow.
                 */
                description?: string;
                /**
                 * Offered
                 * @description Whether programs that use Heddle as an MCP server get the workflow as a tool.
                 * @default false
                 */
                offered?: boolean;
            };
        };
        WorkflowUpdate: {
            /** @description The definition: the steps and the edges between them. */
            definition?: components["schemas"]["Definition"];
            description?: string;
            /** @description The groups that it is shared with. */
            group_sharing?: components["schemas"]["GroupShareInput"][];
            /** Format: uuid */
            id: string;
            name?: string;
            /** @description The users whom it is shared with. */
            sharing?: components["schemas"]["UserShareInput"][];
        };
    };
    responses: {
        /** @description A service that was called for this failed. */
        BadGateway: {
            headers: {
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The model could not be reached"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request can not be read. */
        BadRequest: {
            headers: {
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "the request names no host"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It exists already, or was changed meanwhile. */
        Conflict: {
            headers: {
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "the record was changed by somebody else meanwhile"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The caller may not do this. */
        Forbidden: {
            headers: {
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "permission denied"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A fault of the service. The log has it under the `X-Request-Id` of the reply. */
        InternalError: {
            headers: {
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "internal error"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Another request is changing it: try again. */
        Locked: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The workflow is being changed by another request"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The address does not take this method. */
        MethodNotAllowed: {
            headers: {
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "method not allowed"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description It does not exist, or the caller may not know of it. */
        NotFound: {
            headers: {
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "entity not found"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The requested range is not within the file. */
        RangeNotSatisfiable: {
            headers: {
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "the range is not within the file"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The answer took too long. */
        TimedOut: {
            headers: {
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "The answer took longer than 300 seconds"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is larger than the endpoint accepts. */
        TooLarge: {
            headers: {
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "the request body is larger than 1048576 bytes"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A limit on requests is reached: wait as long as `Retry-After` says. */
        TooManyRequests: {
            headers: {
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                "Retry-After": components["headers"]["Retry-After"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "Too many requests"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no key, or it is unknown, disabled or without the scope. */
        Unauthorized: {
            headers: {
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "API key is invalid"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service is busy or stopping: try again. */
        Unavailable: {
            headers: {
                "Retry-After": components["headers"]["Retry-After"];
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "the database of the service is busy"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The input is not valid, or the state of things does not allow it. */
        Unprocessable: {
            headers: {
                "X-Error-Code": components["headers"]["X-Error-Code"];
                "X-Request-Id": components["headers"]["X-Request-Id"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "detail": "validation error: name: is required"
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /**
         * @description The limit of the rate tier: how many requests are left (`r`), and for how many seconds (`t`).
         * @example "default";r=597;t=42
         */
        RateLimit: string;
        /**
         * @description The rate tier: how many requests (`q`) are allowed in how many seconds (`w`).
         * @example "default";q=600;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description The number of seconds after which to try again.
         * @example 1
         */
        "Retry-After": number;
        /**
         * @description The fields of the request that the endpoint does not know, and has ignored.
         * @example 299 - "Unknown fields are ignored: colour"
         */
        Warning: string;
        /**
         * @description The name of the error, which stays when its text changes.
         * @example workflow_not_found
         */
        "X-Error-Code": string;
        /**
         * @description The id of the request, by which the log of the service names it. A client may send its own.
         * @example 0c8f6a1e-7d5b-4c39-9a39-5a3c2a7f1d10
         */
        "X-Request-Id": string;
        /**
         * @description The ids of the first 20 runs that the change of the panel starts, with commas between them. Absent when it starts none.
         * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
         */
        "X-Started-Runs": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    aiModelGetAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "text",
                     *         "provider": "local",
                     *         "abilities": {
                     *           "vision": true,
                     *           "audio": true,
                     *           "tools": true
                     *         },
                     *         "credits": {
                     *           "input_token": 1,
                     *           "output_token": 1,
                     *           "call": 1
                     *         },
                     *         "default": true
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Model"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    assistantCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": number;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    assistantCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Invoices"
                 *     }
                 */
                "application/json": components["schemas"]["AssistantCreation"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "owner": {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "write": true,
                     *         "run": true,
                     *         "export": true,
                     *         "copy": true
                     *       },
                     *       "name": "Invoices",
                     *       "description": "Reads invoices and asks for an approval.",
                     *       "instructions": "text",
                     *       "model": "local/small",
                     *       "tools": [
                     *         "text"
                     *       ],
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": false
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": false
                     *         }
                     *       ],
                     *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *     }
                     */
                    "application/json": components["schemas"]["Assistant"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    assistantDelete: {
        parameters: {
            query: {
                /**
                 * @description The id of what is to be read or deleted.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11 */
                    "application/json": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    assistantFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "created": {
                     *           "timestamp": 1767225600000,
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "updated": {
                     *           "timestamp": 1767225600000,
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "permissions": {
                     *           "owner": {
                     *             "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           },
                     *           "write": true,
                     *           "run": true,
                     *           "export": true,
                     *           "copy": true
                     *         },
                     *         "name": "Invoices",
                     *         "description": "Reads invoices and asks for an approval.",
                     *         "instructions": "text",
                     *         "model": "local/small",
                     *         "tools": [
                     *           "text"
                     *         ],
                     *         "sharing": [
                     *           {
                     *             "user_email": "ada@example.org",
                     *             "write": false
                     *           }
                     *         ],
                     *         "group_sharing": [
                     *           {
                     *             "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "write": false
                     *           }
                     *         ],
                     *         "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Assistant"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    assistantGet: {
        parameters: {
            query: {
                /**
                 * @description The id of what is to be read or deleted.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "owner": {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "write": true,
                     *         "run": true,
                     *         "export": true,
                     *         "copy": true
                     *       },
                     *       "name": "Invoices",
                     *       "description": "Reads invoices and asks for an approval.",
                     *       "instructions": "text",
                     *       "model": "local/small",
                     *       "tools": [
                     *         "text"
                     *       ],
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": false
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": false
                     *         }
                     *       ],
                     *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *     }
                     */
                    "application/json": components["schemas"]["Assistant"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    assistantUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["AssistantUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "owner": {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "write": true,
                     *         "run": true,
                     *         "export": true,
                     *         "copy": true
                     *       },
                     *       "name": "Invoices",
                     *       "description": "Reads invoices and asks for an approval.",
                     *       "instructions": "text",
                     *       "model": "local/small",
                     *       "tools": [
                     *         "text"
                     *       ],
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": false
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": false
                     *         }
                     *       ],
                     *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *     }
                     */
                    "application/json": components["schemas"]["Assistant"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    boosterDatabasePrivateCount: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the panel that the request is about.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "collection": "invoices"
                 *     }
                 */
                "application/json": components["schemas"]["RecordQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": number;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    boosterDatabasePrivateCreate: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the panel that the request is about.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "collection": "invoices",
                 *       "data": {
                 *         "total": 120
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RecordCreation"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Started-Runs": components["headers"]["X-Started-Runs"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "collection": "invoices",
                     *       "data": {
                     *         "total": 120
                     *       },
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["PanelRecord"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    boosterDatabasePrivateDelete: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the panel that the request is about.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["RecordReference"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Started-Runs": components["headers"]["X-Started-Runs"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": true
                     *     }
                     */
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    boosterDatabasePrivateFind: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the panel that the request is about.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "collection": "invoices"
                 *     }
                 */
                "application/json": components["schemas"]["RecordQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "key": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "collection": "invoices",
                     *         "data": {
                     *           "total": 120
                     *         },
                     *         "created": 1767225600000,
                     *         "updated": 1767225600000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PanelRecord"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    boosterDatabasePrivateGet: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the panel that the request is about.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["RecordReference"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "collection": "invoices",
                     *       "data": {
                     *         "total": 120
                     *       },
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["PanelRecord"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    boosterDatabasePrivateUpdate: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the panel that the request is about.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "key": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "data": {
                 *         "total": 120
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["RecordUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Started-Runs": components["headers"]["X-Started-Runs"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "key": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "collection": "invoices",
                     *       "data": {
                     *         "total": 120
                     *       },
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["PanelRecord"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    boosterStorageFile: {
        parameters: {
            query?: {
                /**
                 * @description The greatest height of an image, in pixels.
                 * @example 240
                 */
                h?: number;
                /**
                 * @description The greatest width of an image, in pixels.
                 * @example 320
                 */
                w?: number;
            };
            header?: never;
            path: {
                /**
                 * @description What the link allows and until when, signed.
                 * @example text
                 */
                grant: string;
                /** @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "*/*": string;
                };
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    boosterStoragePrivateCount: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the panel that the request is about.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "folder": "invoices",
                 *       "prefix": "text",
                 *       "recursive": true,
                 *       "params": {
                 *         "filters": [
                 *           [
                 *             "created.timestamp",
                 *             ">=",
                 *             1767225600000
                 *           ]
                 *         ],
                 *         "sort_key": "created.timestamp",
                 *         "sort_order": 1,
                 *         "limit_from": 0,
                 *         "limit_to": 20
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["FileCountQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": number;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    boosterStoragePrivateDelete: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the panel that the request is about.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["FileId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Started-Runs": components["headers"]["X-Started-Runs"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": true
                     *     }
                     */
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    boosterStoragePrivateDeleteMany: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the panel that the request is about.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *       ]
                 *     }
                 */
                "application/json": {
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Started-Runs": components["headers"]["X-Started-Runs"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "accepted": true
                     *     }
                     */
                    "application/json": components["schemas"]["Accepted"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    boosterStoragePrivateGet: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the panel that the request is about.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "path": "invoices/1042.pdf"
                 *     }
                 */
                "application/json": components["schemas"]["FileName"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "path": "invoices/1042.pdf",
                     *       "folder": "invoices",
                     *       "name": "Invoices",
                     *       "size": 48213,
                     *       "content_type": "application/pdf",
                     *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "metadata": {
                     *         "customer": "Ada"
                     *       },
                     *       "record": {
                     *         "collection": "invoices",
                     *         "key": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "owner": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000,
                     *       "expires_at": "text",
                     *       "url": "https://example.org/invoices",
                     *       "download_url": "https://example.org/invoices"
                     *     }
                     */
                    "application/json": components["schemas"]["StoredFile"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    boosterStoragePrivateList: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the panel that the request is about.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "folder": "invoices",
                 *       "prefix": "text",
                 *       "recursive": true,
                 *       "params": {
                 *         "filters": [
                 *           [
                 *             "created.timestamp",
                 *             ">=",
                 *             1767225600000
                 *           ]
                 *         ],
                 *         "sort_key": "created.timestamp",
                 *         "sort_order": 1,
                 *         "limit_from": 0,
                 *         "limit_to": 20
                 *       },
                 *       "links": true
                 *     }
                 */
                "application/json": components["schemas"]["FileListQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "files": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "path": "invoices/1042.pdf",
                     *           "folder": "invoices",
                     *           "name": "Invoices",
                     *           "size": 48213,
                     *           "content_type": "application/pdf",
                     *           "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *           "metadata": {
                     *             "customer": "Ada"
                     *           },
                     *           "record": {
                     *             "collection": "invoices",
                     *             "key": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           },
                     *           "owner": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "created": 1767225600000,
                     *           "updated": 1767225600000,
                     *           "expires_at": "text",
                     *           "url": "https://example.org/invoices",
                     *           "download_url": "https://example.org/invoices"
                     *         }
                     *       ],
                     *       "folders": [
                     *         "invoices"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["StoredFiles"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    boosterStoragePrivateUpdate: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the panel that the request is about.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["FileUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Started-Runs": components["headers"]["X-Started-Runs"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "path": "invoices/1042.pdf",
                     *       "folder": "invoices",
                     *       "name": "Invoices",
                     *       "size": 48213,
                     *       "content_type": "application/pdf",
                     *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "metadata": {
                     *         "customer": "Ada"
                     *       },
                     *       "record": {
                     *         "collection": "invoices",
                     *         "key": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "owner": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000,
                     *       "expires_at": "text",
                     *       "url": "https://example.org/invoices",
                     *       "download_url": "https://example.org/invoices"
                     *     }
                     */
                    "application/json": components["schemas"]["StoredFile"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    boosterStoragePrivateUpload: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the panel that the request is about.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": "",
                 *       "path": "invoices/1042.pdf"
                 *     }
                 */
                "multipart/form-data": components["schemas"]["UploadForm"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Started-Runs": components["headers"]["X-Started-Runs"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "path": "invoices/1042.pdf",
                     *       "folder": "invoices",
                     *       "name": "Invoices",
                     *       "size": 48213,
                     *       "content_type": "application/pdf",
                     *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "metadata": {
                     *         "customer": "Ada"
                     *       },
                     *       "record": {
                     *         "collection": "invoices",
                     *         "key": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "owner": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000,
                     *       "expires_at": "text",
                     *       "url": "https://example.org/invoices",
                     *       "download_url": "https://example.org/invoices"
                     *     }
                     */
                    "application/json": components["schemas"]["StoredFile"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    boosterStoragePrivateUploadB64: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the panel that the request is about.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "path": "invoices/1042.pdf",
                 *       "data": "text"
                 *     }
                 */
                "application/json": components["schemas"]["Base64Upload"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Started-Runs": components["headers"]["X-Started-Runs"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "path": "invoices/1042.pdf",
                     *       "folder": "invoices",
                     *       "name": "Invoices",
                     *       "size": 48213,
                     *       "content_type": "application/pdf",
                     *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "metadata": {
                     *         "customer": "Ada"
                     *       },
                     *       "record": {
                     *         "collection": "invoices",
                     *         "key": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "owner": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000,
                     *       "expires_at": "text",
                     *       "url": "https://example.org/invoices",
                     *       "download_url": "https://example.org/invoices"
                     *     }
                     */
                    "application/json": components["schemas"]["StoredFile"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    boosterStoragePrivateUploadComplete: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the panel that the request is about.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "upload_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["UploadId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "X-Started-Runs": components["headers"]["X-Started-Runs"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "path": "invoices/1042.pdf",
                     *       "folder": "invoices",
                     *       "name": "Invoices",
                     *       "size": 48213,
                     *       "content_type": "application/pdf",
                     *       "sha256": "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
                     *       "metadata": {
                     *         "customer": "Ada"
                     *       },
                     *       "record": {
                     *         "collection": "invoices",
                     *         "key": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "owner": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": 1767225600000,
                     *       "updated": 1767225600000,
                     *       "expires_at": "text",
                     *       "url": "https://example.org/invoices",
                     *       "download_url": "https://example.org/invoices"
                     *     }
                     */
                    "application/json": components["schemas"]["StoredFile"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    boosterStoragePrivateUploadInit: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the panel that the request is about.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "path": "invoices/1042.pdf",
                 *       "content_type": "application/pdf",
                 *       "size": 48213
                 *     }
                 */
                "application/json": components["schemas"]["DirectUpload"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "upload_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "url": "https://example.org/invoices",
                     *       "fields": {
                     *         "example": "text"
                     *       },
                     *       "expires_at": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["AnnouncedUpload"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    boosterStoragePrivateUrl: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the panel that the request is about.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "ids": [
                 *         "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *       ]
                 *     }
                 */
                "application/json": {
                    /** @description Whether browsers save the file instead of showing it. */
                    download?: boolean;
                    ids: string[];
                    /** @description For how many minutes the link works. */
                    ttl_minutes?: number;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "url": "https://example.org/invoices",
                     *         "expires_at": 1767225600000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["FileLink"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    boosterStoragePrivateUsage: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description The id of the panel that the request is about.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /** @example {} */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "files": 1,
                     *       "size": 48213,
                     *       "limit": 1,
                     *       "folders": {
                     *         "example": 1
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StorageUsage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    boosterStorageUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "file": ""
                 *     }
                 */
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The file. It must be the last field.
                     */
                    file: string;
                } & {
                    [key: string]: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    chat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "Please check the amount."
                 *     }
                 */
                "application/json": components["schemas"]["ChatRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "role": "user",
                     *       "content": "The total is 120 EUR.",
                     *       "model": "local/small",
                     *       "files": [
                     *         {
                     *           "file_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "filename": "1042.pdf",
                     *           "content_type": "application/pdf",
                     *           "file_url": "https://example.org/invoices",
                     *           "size": 48213
                     *         }
                     *       ],
                     *       "credits": 0.4,
                     *       "created": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["Message"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["TimedOut"];
        };
    };
    chatStream: {
        parameters: {
            query?: {
                /**
                 * @description With `sse`, and `Accept: text/event-stream`, the reply is server-sent events.
                 * @example sse
                 */
                format?: "sse";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "message": "Please check the amount."
                 *     }
                 */
                "application/json": components["schemas"]["ChatRequest"];
            };
        };
        responses: {
            /** @description The events as they happen: JSON objects one after another, with nothing between them. With `Accept: application/x-ndjson` there is one per line. With `Accept: text/event-stream` and `?format=sse` they are server-sent events, whose `data` is the object. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "timestamp": 1767225600000,
                     *       "data": {
                     *         "type": "chat_start",
                     *         "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "text": "",
                     *         "tool": "text",
                     *         "failed": true,
                     *         "message": {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "role": "user",
                     *           "content": "The total is 120 EUR.",
                     *           "model": "local/small",
                     *           "files": [
                     *             {
                     *               "file_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *               "filename": "1042.pdf",
                     *               "content_type": "application/pdf",
                     *               "file_url": "https://example.org/invoices",
                     *               "size": 48213
                     *             }
                     *           ],
                     *           "credits": 0.4,
                     *           "created": 1767225600000
                     *         }
                     *       },
                     *       "error": null
                     *     }
                     */
                    "application/x-ndjson": components["schemas"]["ChatStreamObject"];
                    /**
                     * @example {
                     *       "timestamp": 1767225600000,
                     *       "data": {
                     *         "type": "chat_start",
                     *         "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "text": "",
                     *         "tool": "text",
                     *         "failed": true,
                     *         "message": {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "role": "user",
                     *           "content": "The total is 120 EUR.",
                     *           "model": "local/small",
                     *           "files": [
                     *             {
                     *               "file_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *               "filename": "1042.pdf",
                     *               "content_type": "application/pdf",
                     *               "file_url": "https://example.org/invoices",
                     *               "size": 48213
                     *             }
                     *           ],
                     *           "credits": 0.4,
                     *           "created": 1767225600000
                     *         }
                     *       },
                     *       "error": null
                     *     }
                     */
                    "text/event-stream": components["schemas"]["ChatStreamObject"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            502: components["responses"]["BadGateway"];
            503: components["responses"]["Unavailable"];
            504: components["responses"]["TimedOut"];
        };
    };
    conversationCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": number;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    conversationDelete: {
        parameters: {
            query: {
                /**
                 * @description The id of what is to be read or deleted.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11 */
                    "application/json": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    conversationFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "created": {
                     *           "timestamp": 1767225600000,
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "updated": {
                     *           "timestamp": 1767225600000,
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "permissions": {
                     *           "owner": {
                     *             "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           },
                     *           "write": true,
                     *           "run": true,
                     *           "export": true,
                     *           "copy": true
                     *         },
                     *         "title": "Approve invoice 1042",
                     *         "assistant_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "model": "local/small",
                     *         "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "message_count": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Conversation"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    conversationGet: {
        parameters: {
            query: {
                /**
                 * @description The id of what is to be read or deleted.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "owner": {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "write": true,
                     *         "run": true,
                     *         "export": true,
                     *         "copy": true
                     *       },
                     *       "title": "Approve invoice 1042",
                     *       "assistant_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "model": "local/small",
                     *       "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "message_count": 1,
                     *       "messages": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "role": "user",
                     *           "content": "The total is 120 EUR.",
                     *           "model": "local/small",
                     *           "files": [
                     *             {
                     *               "file_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *               "filename": "1042.pdf",
                     *               "content_type": "application/pdf",
                     *               "file_url": "https://example.org/invoices",
                     *               "size": 48213
                     *             }
                     *           ],
                     *           "credits": 0.4,
                     *           "created": 1767225600000
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["WholeConversation"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowActivate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "active": true
                 *     }
                 */
                "application/json": components["schemas"]["Activation"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "published_version": 1,
                     *       "published_at": 1767225600000,
                     *       "active": true,
                     *       "run_as": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "draft_changed": true,
                     *       "triggers": [
                     *         {
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "type": "text",
                     *           "active": true,
                     *           "next_run_at": 1767225600000,
                     *           "last_fired_at": 1767225600000,
                     *           "url": "https://example.org/invoices",
                     *           "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "collection": "invoices",
                     *           "folder": "invoices",
                     *           "last_polled_at": 1767225600000,
                     *           "last_error": "text",
                     *           "lag_seconds": 1
                     *         }
                     *       ],
                     *       "signing_secret": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Deployment"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowApprovalCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "pending": 1
                     *     }
                     */
                    "application/json": components["schemas"]["PendingCount"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowApprovalDecide: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "approval_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "decision": "approve"
                 *     }
                 */
                "application/json": components["schemas"]["ApprovalDecision"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "owner": {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "write": true,
                     *         "run": true,
                     *         "export": true,
                     *         "copy": true
                     *       },
                     *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "workflow_name": "Invoices",
                     *       "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "status": "pending",
                     *       "title": "Approve invoice 1042",
                     *       "message": "Please check the amount.",
                     *       "form_schema": {},
                     *       "form_values": {},
                     *       "allow_reject": true,
                     *       "assignee_user_ids": [
                     *         "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       ],
                     *       "expires_at": 1767225600000,
                     *       "timeout_continues": true,
                     *       "decision_data": {},
                     *       "comment": "Looks right.",
                     *       "decided_by": {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "email": "ada@example.org",
                     *         "name": "Invoices"
                     *       },
                     *       "decided_at": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["Approval"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowApprovalFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "status": "pending",
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["ApprovalQuery"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "items": [
                     *         {
                     *           "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "created": {
                     *             "timestamp": 1767225600000,
                     *             "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           },
                     *           "updated": {
                     *             "timestamp": 1767225600000,
                     *             "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           },
                     *           "permissions": {
                     *             "owner": {
                     *               "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *               "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *             },
                     *             "write": true,
                     *             "run": true,
                     *             "export": true,
                     *             "copy": true
                     *           },
                     *           "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "workflow_name": "Invoices",
                     *           "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "status": "pending",
                     *           "title": "Approve invoice 1042",
                     *           "message": "Please check the amount.",
                     *           "form_schema": {},
                     *           "form_values": {},
                     *           "allow_reject": true,
                     *           "assignee_user_ids": [
                     *             "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           ],
                     *           "expires_at": 1767225600000,
                     *           "timeout_continues": true,
                     *           "decision_data": {},
                     *           "comment": "Looks right.",
                     *           "decided_by": {
                     *             "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "email": "ada@example.org",
                     *             "name": "Invoices"
                     *           },
                     *           "decided_at": 1767225600000
                     *         }
                     *       ],
                     *       "total": 1
                     *     }
                     */
                    "application/json": components["schemas"]["ApprovalPage"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowApprovalGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "approval_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["ApprovalId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "owner": {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "write": true,
                     *         "run": true,
                     *         "export": true,
                     *         "copy": true
                     *       },
                     *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "workflow_name": "Invoices",
                     *       "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "status": "pending",
                     *       "title": "Approve invoice 1042",
                     *       "message": "Please check the amount.",
                     *       "form_schema": {},
                     *       "form_values": {},
                     *       "allow_reject": true,
                     *       "assignee_user_ids": [
                     *         "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       ],
                     *       "expires_at": 1767225600000,
                     *       "timeout_continues": true,
                     *       "decision_data": {},
                     *       "comment": "Looks right.",
                     *       "decided_by": {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "email": "ada@example.org",
                     *         "name": "Invoices"
                     *       },
                     *       "decided_at": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["Approval"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowAssistant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["WorkflowId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "owner": {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "write": true,
                     *         "run": true,
                     *         "export": true,
                     *         "copy": true
                     *       },
                     *       "name": "Invoices",
                     *       "description": "Reads invoices and asks for an approval.",
                     *       "instructions": "text",
                     *       "model": "local/small",
                     *       "tools": [
                     *         "text"
                     *       ],
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": false
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": false
                     *         }
                     *       ],
                     *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *     }
                     */
                    "application/json": components["schemas"]["Assistant"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowCatalog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "node_types": [
                     *         {
                     *           "type": "text",
                     *           "title": "Approve invoice 1042",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "category": "trigger",
                     *           "is_trigger": true,
                     *           "terminal": true,
                     *           "handles": [
                     *             "approved"
                     *           ],
                     *           "default_output": true,
                     *           "params_schema": {}
                     *         }
                     *       ],
                     *       "tools": [
                     *         {
                     *           "name": "Invoices",
                     *           "display_name": "text",
                     *           "description": "Reads invoices and asks for an approval.",
                     *           "category": "text",
                     *           "icon": "text",
                     *           "input_schema": {}
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["Catalog"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowCopy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["CopyRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workflow": {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "created": {
                     *           "timestamp": 1767225600000,
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "updated": {
                     *           "timestamp": 1767225600000,
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "permissions": {
                     *           "owner": {
                     *             "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           },
                     *           "write": true,
                     *           "run": true,
                     *           "export": true,
                     *           "copy": true
                     *         },
                     *         "name": "Invoices",
                     *         "description": "Reads invoices and asks for an approval.",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "definition": {
                     *           "nodes": [
                     *             {
                     *               "id": "start",
                     *               "type": "trigger.manual",
                     *               "params": {}
                     *             },
                     *             {
                     *               "id": "total",
                     *               "type": "transform",
                     *               "params": {
                     *                 "fields": {
                     *                   "total": "{{ input.amount * 1.2 }}"
                     *                 }
                     *               }
                     *             }
                     *           ],
                     *           "edges": [
                     *             {
                     *               "source": "start",
                     *               "target": "total"
                     *             }
                     *           ]
                     *         },
                     *         "sharing": [
                     *           {
                     *             "user_email": "ada@example.org",
                     *             "write": false,
                     *             "scopes": {}
                     *           }
                     *         ],
                     *         "group_sharing": [
                     *           {
                     *             "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "write": false,
                     *             "scopes": {}
                     *           }
                     *         ],
                     *         "last_run": {
                     *           "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "status": "text",
                     *           "finished_at": 1767225600000,
                     *           "credits": 0.4
                     *         },
                     *         "published_version": 1,
                     *         "published_at": 1767225600000,
                     *         "active": true,
                     *         "run_as": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "issues": [
                     *         {
                     *           "severity": "error",
                     *           "message": "Please check the amount.",
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "edge": {
                     *             "source": "start",
                     *             "target": "review",
                     *             "source_handle": "approved"
                     *           }
                     *         }
                     *       ],
                     *       "secret_keys": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ImportResult"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": number;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowCreate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Invoices"
                 *     }
                 */
                "application/json": components["schemas"]["WorkflowCreation"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "owner": {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "write": true,
                     *         "run": true,
                     *         "export": true,
                     *         "copy": true
                     *       },
                     *       "name": "Invoices",
                     *       "description": "Reads invoices and asks for an approval.",
                     *       "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "definition": {
                     *         "nodes": [
                     *           {
                     *             "id": "start",
                     *             "type": "trigger.manual",
                     *             "params": {}
                     *           },
                     *           {
                     *             "id": "total",
                     *             "type": "transform",
                     *             "params": {
                     *               "fields": {
                     *                 "total": "{{ input.amount * 1.2 }}"
                     *               }
                     *             }
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "source": "start",
                     *             "target": "total"
                     *           }
                     *         ]
                     *       },
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": false,
                     *           "scopes": {}
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": false,
                     *           "scopes": {}
                     *         }
                     *       ],
                     *       "last_run": {
                     *         "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "status": "text",
                     *         "finished_at": 1767225600000,
                     *         "credits": 0.4
                     *       },
                     *       "published_version": 1,
                     *       "published_at": 1767225600000,
                     *       "active": true,
                     *       "run_as": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *     }
                     */
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowDelete: {
        parameters: {
            query: {
                /**
                 * @description The id of what is to be read or deleted.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11 */
                    "application/json": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowDeployment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["WorkflowId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "published_version": 1,
                     *       "published_at": 1767225600000,
                     *       "active": true,
                     *       "run_as": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "draft_changed": true,
                     *       "triggers": [
                     *         {
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "type": "text",
                     *           "active": true,
                     *           "next_run_at": 1767225600000,
                     *           "last_fired_at": 1767225600000,
                     *           "url": "https://example.org/invoices",
                     *           "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "collection": "invoices",
                     *           "folder": "invoices",
                     *           "last_polled_at": 1767225600000,
                     *           "last_error": "text",
                     *           "lag_seconds": 1
                     *         }
                     *       ],
                     *       "signing_secret": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Deployment"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowExport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["ExportRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "version": "1.0",
                     *       "exported_at": 1767225600000,
                     *       "workflow": {
                     *         "name": "Invoices",
                     *         "description": "Reads invoices and asks for an approval.",
                     *         "definition": {
                     *           "nodes": [
                     *             {
                     *               "id": "start",
                     *               "type": "trigger.manual",
                     *               "params": {}
                     *             },
                     *             {
                     *               "id": "total",
                     *               "type": "transform",
                     *               "params": {
                     *                 "fields": {
                     *                   "total": "{{ input.amount * 1.2 }}"
                     *                 }
                     *               }
                     *             }
                     *           ],
                     *           "edges": [
                     *             {
                     *               "source": "start",
                     *               "target": "total"
                     *             }
                     *           ]
                     *         },
                     *         "from_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "secret_keys": [
                     *           "text"
                     *         ]
                     *       },
                     *       "credentials": [
                     *         {
                     *           "name": "Invoices",
                     *           "kind": "text",
                     *           "hosts": [
                     *             "text"
                     *           ]
                     *         }
                     *       ],
                     *       "tests": [
                     *         {}
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ExportDocument"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "created": {
                     *           "timestamp": 1767225600000,
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "updated": {
                     *           "timestamp": 1767225600000,
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "permissions": {
                     *           "owner": {
                     *             "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           },
                     *           "write": true,
                     *           "run": true,
                     *           "export": true,
                     *           "copy": true
                     *         },
                     *         "name": "Invoices",
                     *         "description": "Reads invoices and asks for an approval.",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "definition": {
                     *           "nodes": [
                     *             {
                     *               "id": "start",
                     *               "type": "trigger.manual",
                     *               "params": {}
                     *             },
                     *             {
                     *               "id": "total",
                     *               "type": "transform",
                     *               "params": {
                     *                 "fields": {
                     *                   "total": "{{ input.amount * 1.2 }}"
                     *                 }
                     *               }
                     *             }
                     *           ],
                     *           "edges": [
                     *             {
                     *               "source": "start",
                     *               "target": "total"
                     *             }
                     *           ]
                     *         },
                     *         "sharing": [
                     *           {
                     *             "user_email": "ada@example.org",
                     *             "write": false,
                     *             "scopes": {}
                     *           }
                     *         ],
                     *         "group_sharing": [
                     *           {
                     *             "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "write": false,
                     *             "scopes": {}
                     *           }
                     *         ],
                     *         "last_run": {
                     *           "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "status": "text",
                     *           "finished_at": 1767225600000,
                     *           "credits": 0.4
                     *         },
                     *         "published_version": 1,
                     *         "published_at": 1767225600000,
                     *         "active": true,
                     *         "run_as": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Workflow"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowGet: {
        parameters: {
            query: {
                /**
                 * @description The id of what is to be read or deleted.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "owner": {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "write": true,
                     *         "run": true,
                     *         "export": true,
                     *         "copy": true
                     *       },
                     *       "name": "Invoices",
                     *       "description": "Reads invoices and asks for an approval.",
                     *       "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "definition": {
                     *         "nodes": [
                     *           {
                     *             "id": "start",
                     *             "type": "trigger.manual",
                     *             "params": {}
                     *           },
                     *           {
                     *             "id": "total",
                     *             "type": "transform",
                     *             "params": {
                     *               "fields": {
                     *                 "total": "{{ input.amount * 1.2 }}"
                     *               }
                     *             }
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "source": "start",
                     *             "target": "total"
                     *           }
                     *         ]
                     *       },
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": false,
                     *           "scopes": {}
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": false,
                     *           "scopes": {}
                     *         }
                     *       ],
                     *       "last_run": {
                     *         "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "status": "text",
                     *         "finished_at": 1767225600000,
                     *         "credits": 0.4
                     *       },
                     *       "published_version": 1,
                     *       "published_at": 1767225600000,
                     *       "active": true,
                     *       "run_as": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *     }
                     */
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowHook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A text of your choice. The same request with the same key within a day begins nothing again, and gets the reply of the first.
                 * @example invoice-1042
                 */
                "Idempotency-Key"?: string;
            };
            path: {
                /**
                 * @description The secret of the address.
                 * @example text
                 */
                secret: string;
                /**
                 * @description The id of the trigger, as the deployment of the workflow shows it.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                trigger_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "amount": 120
                 *     }
                 */
                "*/*": unknown;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "status": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["QueuedRun"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            405: components["responses"]["MethodNotAllowed"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowImport: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "data": {
                 *         "total": 120
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["ImportRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workflow": {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "created": {
                     *           "timestamp": 1767225600000,
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "updated": {
                     *           "timestamp": 1767225600000,
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "permissions": {
                     *           "owner": {
                     *             "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           },
                     *           "write": true,
                     *           "run": true,
                     *           "export": true,
                     *           "copy": true
                     *         },
                     *         "name": "Invoices",
                     *         "description": "Reads invoices and asks for an approval.",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "definition": {
                     *           "nodes": [
                     *             {
                     *               "id": "start",
                     *               "type": "trigger.manual",
                     *               "params": {}
                     *             },
                     *             {
                     *               "id": "total",
                     *               "type": "transform",
                     *               "params": {
                     *                 "fields": {
                     *                   "total": "{{ input.amount * 1.2 }}"
                     *                 }
                     *               }
                     *             }
                     *           ],
                     *           "edges": [
                     *             {
                     *               "source": "start",
                     *               "target": "total"
                     *             }
                     *           ]
                     *         },
                     *         "sharing": [
                     *           {
                     *             "user_email": "ada@example.org",
                     *             "write": false,
                     *             "scopes": {}
                     *           }
                     *         ],
                     *         "group_sharing": [
                     *           {
                     *             "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "write": false,
                     *             "scopes": {}
                     *           }
                     *         ],
                     *         "last_run": {
                     *           "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "status": "text",
                     *           "finished_at": 1767225600000,
                     *           "credits": 0.4
                     *         },
                     *         "published_version": 1,
                     *         "published_at": 1767225600000,
                     *         "active": true,
                     *         "run_as": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "issues": [
                     *         {
                     *           "severity": "error",
                     *           "message": "Please check the amount.",
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "edge": {
                     *             "source": "start",
                     *             "target": "review",
                     *             "source_handle": "approved"
                     *           }
                     *         }
                     *       ],
                     *       "secret_keys": [
                     *         "text"
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ImportResult"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowPublish: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["PublishRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "published_version": 1,
                     *       "published_at": 1767225600000,
                     *       "active": true,
                     *       "run_as": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "draft_changed": true,
                     *       "triggers": [
                     *         {
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "type": "text",
                     *           "active": true,
                     *           "next_run_at": 1767225600000,
                     *           "last_fired_at": 1767225600000,
                     *           "url": "https://example.org/invoices",
                     *           "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "collection": "invoices",
                     *           "folder": "invoices",
                     *           "last_polled_at": 1767225600000,
                     *           "last_error": "text",
                     *           "lag_seconds": 1
                     *         }
                     *       ],
                     *       "signing_secret": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Deployment"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowRevisionGet: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "revision_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["RevisionId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "owner": {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "write": true,
                     *         "run": true,
                     *         "export": true,
                     *         "copy": true
                     *       },
                     *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "definition": {
                     *         "nodes": [
                     *           {
                     *             "id": "start",
                     *             "type": "trigger.manual",
                     *             "params": {}
                     *           },
                     *           {
                     *             "id": "total",
                     *             "type": "transform",
                     *             "params": {
                     *               "fields": {
                     *                 "total": "{{ input.amount * 1.2 }}"
                     *               }
                     *             }
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "source": "start",
                     *             "target": "total"
                     *           }
                     *         ]
                     *       },
                     *       "origin": "created",
                     *       "changes": {
                     *         "added_nodes": [
                     *           "text"
                     *         ],
                     *         "removed_nodes": [
                     *           "text"
                     *         ],
                     *         "changed_nodes": [
                     *           "text"
                     *         ],
                     *         "added_edges": 1,
                     *         "removed_edges": 1
                     *       },
                     *       "restored_from": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *     }
                     */
                    "application/json": components["schemas"]["Revision"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowRevisionRestore: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "revision_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["RevisionId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "owner": {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "write": true,
                     *         "run": true,
                     *         "export": true,
                     *         "copy": true
                     *       },
                     *       "name": "Invoices",
                     *       "description": "Reads invoices and asks for an approval.",
                     *       "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "definition": {
                     *         "nodes": [
                     *           {
                     *             "id": "start",
                     *             "type": "trigger.manual",
                     *             "params": {}
                     *           },
                     *           {
                     *             "id": "total",
                     *             "type": "transform",
                     *             "params": {
                     *               "fields": {
                     *                 "total": "{{ input.amount * 1.2 }}"
                     *               }
                     *             }
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "source": "start",
                     *             "target": "total"
                     *           }
                     *         ]
                     *       },
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": false,
                     *           "scopes": {}
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": false,
                     *           "scopes": {}
                     *         }
                     *       ],
                     *       "last_run": {
                     *         "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "status": "text",
                     *         "finished_at": 1767225600000,
                     *         "credits": 0.4
                     *       },
                     *       "published_version": 1,
                     *       "published_at": 1767225600000,
                     *       "active": true,
                     *       "run_as": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *     }
                     */
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowRevisions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["WorkflowId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "created_at": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "origin": "created",
                     *         "changes": {
                     *           "added_nodes": [
                     *             "text"
                     *           ],
                     *           "removed_nodes": [
                     *             "text"
                     *           ],
                     *           "changed_nodes": [
                     *             "text"
                     *           ],
                     *           "added_edges": 1,
                     *           "removed_edges": 1
                     *         },
                     *         "restored_from": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "nodes": 1,
                     *         "edges": 1
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["RevisionEntry"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowRun: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description A text of your choice. The same request with the same key within a day begins nothing again, and gets the reply of the first.
                 * @example invoice-1042
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["RunRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "owner": {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "write": true,
                     *         "run": true,
                     *         "export": true,
                     *         "copy": true
                     *       },
                     *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "version": 3,
                     *       "trigger_node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "trigger_type": "trigger.manual",
                     *       "trigger_depth": 1,
                     *       "automatic": true,
                     *       "input_json": "{\"total\":120}",
                     *       "status": "queued",
                     *       "started_at": 1767225600000,
                     *       "active_since": 1,
                     *       "finished_at": 1767225600000,
                     *       "steps": [
                     *         {
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "node_type": "approval",
                     *           "status": "running",
                     *           "started_at": 1767225600000,
                     *           "finished_at": 1767225600000,
                     *           "handle": "approved",
                     *           "output_json": "{\"total\":120}",
                     *           "output_truncated": true,
                     *           "text": "",
                     *           "error": "",
                     *           "file_ids": [
                     *             "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           ],
                     *           "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "iteration": [
                     *             1
                     *           ],
                     *           "pinned": true,
                     *           "tries": [
                     *             {
                     *               "started_at": 1767225600000,
                     *               "finished_at": 1767225600000,
                     *               "error": ""
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "output_json": "{\"total\":120}",
                     *       "error": "",
                     *       "credits": 0.4,
                     *       "due_at": 1767225600000,
                     *       "order_at": 1767225600000,
                     *       "parent_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "root_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "depth": 1,
                     *       "labels": {
                     *         "example": "text"
                     *       },
                     *       "next_retry_at": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["Run"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowRunCancel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["RunId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "owner": {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "write": true,
                     *         "run": true,
                     *         "export": true,
                     *         "copy": true
                     *       },
                     *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "version": 3,
                     *       "trigger_node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "trigger_type": "trigger.manual",
                     *       "trigger_depth": 1,
                     *       "automatic": true,
                     *       "input_json": "{\"total\":120}",
                     *       "status": "queued",
                     *       "started_at": 1767225600000,
                     *       "active_since": 1,
                     *       "finished_at": 1767225600000,
                     *       "steps": [
                     *         {
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "node_type": "approval",
                     *           "status": "running",
                     *           "started_at": 1767225600000,
                     *           "finished_at": 1767225600000,
                     *           "handle": "approved",
                     *           "output_json": "{\"total\":120}",
                     *           "output_truncated": true,
                     *           "text": "",
                     *           "error": "",
                     *           "file_ids": [
                     *             "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           ],
                     *           "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "iteration": [
                     *             1
                     *           ],
                     *           "pinned": true,
                     *           "tries": [
                     *             {
                     *               "started_at": 1767225600000,
                     *               "finished_at": 1767225600000,
                     *               "error": ""
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "output_json": "{\"total\":120}",
                     *       "error": "",
                     *       "credits": 0.4,
                     *       "due_at": 1767225600000,
                     *       "order_at": 1767225600000,
                     *       "parent_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "root_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "depth": 1,
                     *       "labels": {
                     *         "example": "text"
                     *       },
                     *       "next_retry_at": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["Run"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowRunStream: {
        parameters: {
            query?: {
                /**
                 * @description With `sse`, and `Accept: text/event-stream`, the reply is server-sent events.
                 * @example sse
                 */
                format?: "sse";
            };
            header?: {
                /**
                 * @description A text of your choice. The same request with the same key within a day begins nothing again, and gets the reply of the first.
                 * @example invoice-1042
                 */
                "Idempotency-Key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["RunRequest"];
            };
        };
        responses: {
            /** @description The events as they happen: JSON objects one after another, with nothing between them. With `Accept: application/x-ndjson` there is one per line. With `Accept: text/event-stream` and `?format=sse` they are server-sent events, whose `data` is the object. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "timestamp": 1767225600000,
                     *       "data": {
                     *         "type": "run_start",
                     *         "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "node_type": "approval",
                     *         "status": "running",
                     *         "handle": "approved",
                     *         "text": "",
                     *         "error": "",
                     *         "output_json": "{\"total\":120}",
                     *         "iteration": [
                     *           1
                     *         ]
                     *       },
                     *       "error": null
                     *     }
                     */
                    "application/x-ndjson": components["schemas"]["RunStreamObject"];
                    /**
                     * @example {
                     *       "timestamp": 1767225600000,
                     *       "data": {
                     *         "type": "run_start",
                     *         "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "node_type": "approval",
                     *         "status": "running",
                     *         "handle": "approved",
                     *         "text": "",
                     *         "error": "",
                     *         "output_json": "{\"total\":120}",
                     *         "iteration": [
                     *           1
                     *         ]
                     *       },
                     *       "error": null
                     *     }
                     */
                    "text/event-stream": components["schemas"]["RunStreamObject"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowRunsCount: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 1 */
                    "application/json": number;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowRunsDelete: {
        parameters: {
            query: {
                /**
                 * @description The id of what is to be read or deleted.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11 */
                    "application/json": string;
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowRunsFind: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "filters": [
                 *         [
                 *           "created.timestamp",
                 *           ">=",
                 *           1767225600000
                 *         ]
                 *       ],
                 *       "sort_key": "created.timestamp",
                 *       "sort_order": 1,
                 *       "limit_from": 0,
                 *       "limit_to": 20
                 *     }
                 */
                "application/json": components["schemas"]["Query"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "created": {
                     *           "timestamp": 1767225600000,
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "updated": {
                     *           "timestamp": 1767225600000,
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "permissions": {
                     *           "owner": {
                     *             "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           },
                     *           "write": true,
                     *           "run": true,
                     *           "export": true,
                     *           "copy": true
                     *         },
                     *         "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "version": 3,
                     *         "trigger_node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "trigger_type": "trigger.manual",
                     *         "trigger_depth": 1,
                     *         "automatic": true,
                     *         "input_json": "{\"total\":120}",
                     *         "status": "queued",
                     *         "started_at": 1767225600000,
                     *         "active_since": 1,
                     *         "finished_at": 1767225600000,
                     *         "steps": [
                     *           {
                     *             "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "node_type": "approval",
                     *             "status": "running",
                     *             "started_at": 1767225600000,
                     *             "finished_at": 1767225600000,
                     *             "handle": "approved",
                     *             "output_json": "{\"total\":120}",
                     *             "output_truncated": true,
                     *             "text": "",
                     *             "error": "",
                     *             "file_ids": [
                     *               "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *             ],
                     *             "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *             "iteration": [
                     *               1
                     *             ],
                     *             "pinned": true,
                     *             "tries": [
                     *               {
                     *                 "started_at": 1767225600000,
                     *                 "finished_at": 1767225600000,
                     *                 "error": ""
                     *               }
                     *             ]
                     *           }
                     *         ],
                     *         "output_json": "{\"total\":120}",
                     *         "error": "",
                     *         "credits": 0.4,
                     *         "due_at": 1767225600000,
                     *         "order_at": 1767225600000,
                     *         "parent_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "root_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "depth": 1,
                     *         "labels": {
                     *           "example": "text"
                     *         },
                     *         "next_retry_at": 1767225600000
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Run"][];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowRunsGet: {
        parameters: {
            query: {
                /**
                 * @description The id of what is to be read or deleted.
                 * @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11
                 */
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "owner": {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "write": true,
                     *         "run": true,
                     *         "export": true,
                     *         "copy": true
                     *       },
                     *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "version": 3,
                     *       "trigger_node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "trigger_type": "trigger.manual",
                     *       "trigger_depth": 1,
                     *       "automatic": true,
                     *       "input_json": "{\"total\":120}",
                     *       "status": "queued",
                     *       "started_at": 1767225600000,
                     *       "active_since": 1,
                     *       "finished_at": 1767225600000,
                     *       "steps": [
                     *         {
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "node_type": "approval",
                     *           "status": "running",
                     *           "started_at": 1767225600000,
                     *           "finished_at": 1767225600000,
                     *           "handle": "approved",
                     *           "output_json": "{\"total\":120}",
                     *           "output_truncated": true,
                     *           "text": "",
                     *           "error": "",
                     *           "file_ids": [
                     *             "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *           ],
                     *           "conversation_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "iteration": [
                     *             1
                     *           ],
                     *           "pinned": true,
                     *           "tries": [
                     *             {
                     *               "started_at": 1767225600000,
                     *               "finished_at": 1767225600000,
                     *               "error": ""
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "output_json": "{\"total\":120}",
                     *       "error": "",
                     *       "credits": 0.4,
                     *       "due_at": 1767225600000,
                     *       "order_at": 1767225600000,
                     *       "parent_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "root_run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "depth": 1,
                     *       "labels": {
                     *         "example": "text"
                     *       },
                     *       "next_retry_at": 1767225600000
                     *     }
                     */
                    "application/json": components["schemas"]["Run"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowSchedulePreview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cron": "0 9 * * 1-5"
                 *     }
                 */
                "application/json": components["schemas"]["SchedulePreview"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "valid": true,
                     *       "error": "",
                     *       "next_runs": [
                     *         1
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ScheduleOccurrences"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowTriggerRegenerate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                 *       "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["TriggerRegeneration"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "published_version": 1,
                     *       "published_at": 1767225600000,
                     *       "active": true,
                     *       "run_as": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "draft_changed": true,
                     *       "triggers": [
                     *         {
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "type": "text",
                     *           "active": true,
                     *           "next_run_at": 1767225600000,
                     *           "last_fired_at": 1767225600000,
                     *           "url": "https://example.org/invoices",
                     *           "panel_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "collection": "invoices",
                     *           "folder": "invoices",
                     *           "last_polled_at": 1767225600000,
                     *           "last_error": "text",
                     *           "lag_seconds": 1
                     *         }
                     *       ],
                     *       "signing_secret": "text"
                     *     }
                     */
                    "application/json": components["schemas"]["Deployment"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            423: components["responses"]["Locked"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowUpdate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["WorkflowUpdate"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "created": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "updated": {
                     *         "timestamp": 1767225600000,
                     *         "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *       },
                     *       "permissions": {
                     *         "owner": {
                     *           "user_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *         },
                     *         "write": true,
                     *         "run": true,
                     *         "export": true,
                     *         "copy": true
                     *       },
                     *       "name": "Invoices",
                     *       "description": "Reads invoices and asks for an approval.",
                     *       "organization_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *       "definition": {
                     *         "nodes": [
                     *           {
                     *             "id": "start",
                     *             "type": "trigger.manual",
                     *             "params": {}
                     *           },
                     *           {
                     *             "id": "total",
                     *             "type": "transform",
                     *             "params": {
                     *               "fields": {
                     *                 "total": "{{ input.amount * 1.2 }}"
                     *               }
                     *             }
                     *           }
                     *         ],
                     *         "edges": [
                     *           {
                     *             "source": "start",
                     *             "target": "total"
                     *           }
                     *         ]
                     *       },
                     *       "sharing": [
                     *         {
                     *           "user_email": "ada@example.org",
                     *           "write": false,
                     *           "scopes": {}
                     *         }
                     *       ],
                     *       "group_sharing": [
                     *         {
                     *           "group_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "write": false,
                     *           "scopes": {}
                     *         }
                     *       ],
                     *       "last_run": {
                     *         "run_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *         "status": "text",
                     *         "finished_at": 1767225600000,
                     *         "credits": 0.4
                     *       },
                     *       "published_version": 1,
                     *       "published_at": 1767225600000,
                     *       "active": true,
                     *       "run_as": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                     *     }
                     */
                    "application/json": components["schemas"]["Workflow"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    workflowValidate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "workflow_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11"
                 *     }
                 */
                "application/json": components["schemas"]["WorkflowId"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "valid": true,
                     *       "issues": [
                     *         {
                     *           "severity": "error",
                     *           "message": "Please check the amount.",
                     *           "node_id": "0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11",
                     *           "edge": {
                     *             "source": "start",
                     *             "target": "review",
                     *             "source_handle": "approved"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["ValidationResult"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["TooLarge"];
            422: components["responses"]["Unprocessable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    file: {
        parameters: {
            query: {
                /** @example 0197a2f4-6c1e-7d53-9b0a-3f8f6f0e2a11 */
                id: string;
                /**
                 * @description The secret of the link.
                 * @example text
                 */
                secret: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /** @example  */
                    "*/*": string;
                };
            };
            404: components["responses"]["NotFound"];
            416: components["responses"]["RangeNotSatisfiable"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    mcp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "jsonrpc": "2.0",
                 *       "id": 1,
                 *       "method": "tools/list"
                 *     }
                 */
                "application/json": components["schemas"]["McpMessage"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    Warning: components["headers"]["Warning"];
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "jsonrpc": "2.0",
                     *       "id": 1,
                     *       "method": "tools/list"
                     *     }
                     */
                    "application/json": components["schemas"]["McpMessage"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            413: components["responses"]["TooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
}
