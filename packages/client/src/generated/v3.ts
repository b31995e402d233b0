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
        post: operations["v3_ai_model_get_all"];
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
        post: operations["v3_assistant_count"];
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
        post: operations["v3_assistant_create"];
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
        post: operations["v3_assistant_delete"];
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
        post: operations["v3_assistant_find"];
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
        post: operations["v3_assistant_get"];
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
        post: operations["v3_assistant_update"];
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
        post: operations["v3_booster_database_private_count"];
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
        post: operations["v3_booster_database_private_create"];
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
        post: operations["v3_booster_database_private_delete"];
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
        post: operations["v3_booster_database_private_find"];
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
        post: operations["v3_booster_database_private_get"];
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
        post: operations["v3_booster_database_private_update"];
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
        post: operations["v3_booster_storage_private_count"];
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
        post: operations["v3_booster_storage_private_delete"];
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
        post: operations["v3_booster_storage_private_delete_many"];
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
        post: operations["v3_booster_storage_private_get"];
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
        post: operations["v3_booster_storage_private_list"];
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
        post: operations["v3_booster_storage_private_update"];
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
        post: operations["v3_booster_storage_private_upload"];
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
        post: operations["v3_booster_storage_private_upload_b64"];
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
        post: operations["v3_booster_storage_private_upload_complete"];
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
        post: operations["v3_booster_storage_private_upload_init"];
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
        post: operations["v3_booster_storage_private_url"];
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
        post: operations["v3_booster_storage_private_usage"];
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
        post: operations["v3_chat"];
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
        post: operations["v3_chat_stream"];
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
        post: operations["v3_conversation_count"];
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
        post: operations["v3_conversation_delete"];
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
        post: operations["v3_conversation_find"];
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
        post: operations["v3_conversation_get"];
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
        post: operations["v3_workflow_activate"];
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
        post: operations["v3_workflow_approval_count"];
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
        post: operations["v3_workflow_approval_decide"];
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
        post: operations["v3_workflow_approval_find"];
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
        post: operations["v3_workflow_approval_get"];
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
        post: operations["v3_workflow_assistant"];
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
        post: operations["v3_workflow_catalog"];
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
        post: operations["v3_workflow_copy"];
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
        post: operations["v3_workflow_count"];
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
        post: operations["v3_workflow_create"];
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
        post: operations["v3_workflow_delete"];
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
        post: operations["v3_workflow_deployment"];
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
        post: operations["v3_workflow_export"];
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
        post: operations["v3_workflow_find"];
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
        post: operations["v3_workflow_get"];
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
         * @description No key. Rate tier `webhook`, by IP address.
         */
        post: operations["v3_workflow_hook_trigger_id_secret"];
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
        post: operations["v3_workflow_import"];
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
        post: operations["v3_workflow_publish"];
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
        post: operations["v3_workflow_revision_get"];
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
        post: operations["v3_workflow_revision_restore"];
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
        post: operations["v3_workflow_revisions"];
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
        post: operations["v3_workflow_run"];
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
        post: operations["v3_workflow_run_cancel"];
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
        post: operations["v3_workflow_run_stream"];
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
        post: operations["v3_workflow_runs_count"];
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
        post: operations["v3_workflow_runs_delete"];
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
        post: operations["v3_workflow_runs_find"];
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
        post: operations["v3_workflow_runs_get"];
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
        post: operations["v3_workflow_schedule_preview"];
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
        post: operations["v3_workflow_trigger_regenerate"];
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
        post: operations["v3_workflow_update"];
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
        post: operations["v3_workflow_validate"];
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
        Error: {
            detail: string;
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    v3_ai_model_get_all: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        abilities: {
                            audio: boolean;
                            tools: boolean;
                            vision: boolean;
                        };
                        credits: {
                            call: number;
                            input_token: number;
                            output_token: number;
                        };
                        /** @description the one that is asked when none is named */
                        default: boolean;
                        id: string;
                        provider: string;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_assistant_count: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_assistant_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    group_sharing?: {
                        /** Format: uuid */
                        group_id: string;
                        /** @default false */
                        write: boolean;
                    }[];
                    /** @description what it is told before every conversation */
                    instructions?: string;
                    model?: string | null;
                    name: string;
                    sharing?: {
                        user_email: string;
                        /** @default false */
                        write: boolean;
                    }[];
                    /** @description names of tools, as the catalog lists them */
                    tools?: string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        description: string;
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            /** @default false */
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        instructions: string;
                        model: string | null;
                        name: string;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        sharing: {
                            user_email: string;
                            /** @default false */
                            write: boolean;
                        }[];
                        tools: string[];
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        workflow_id: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_assistant_delete: {
        parameters: {
            query: {
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_assistant_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        description: string;
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            /** @default false */
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        instructions: string;
                        model: string | null;
                        name: string;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        sharing: {
                            user_email: string;
                            /** @default false */
                            write: boolean;
                        }[];
                        tools: string[];
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        workflow_id: string | null;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_assistant_get: {
        parameters: {
            query: {
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        description: string;
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            /** @default false */
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        instructions: string;
                        model: string | null;
                        name: string;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        sharing: {
                            user_email: string;
                            /** @default false */
                            write: boolean;
                        }[];
                        tools: string[];
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        workflow_id: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_assistant_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    description?: string;
                    group_sharing?: {
                        /** Format: uuid */
                        group_id: string;
                        /** @default false */
                        write: boolean;
                    }[];
                    /** Format: uuid */
                    id: string;
                    /** @description what it is told before every conversation */
                    instructions?: string;
                    model?: string | null;
                    name?: string;
                    sharing?: {
                        user_email: string;
                        /** @default false */
                        write: boolean;
                    }[];
                    /** @description names of tools, as the catalog lists them */
                    tools?: string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        description: string;
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            /** @default false */
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        instructions: string;
                        model: string | null;
                        name: string;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        sharing: {
                            user_email: string;
                            /** @default false */
                            write: boolean;
                        }[];
                        tools: string[];
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        workflow_id: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_booster_database_private_count: {
        parameters: {
            query?: never;
            header: {
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description exists as soon as there is a record in it; no control characters */
                    collection: string;
                    params?: {
                        /** @description All filters must match. At most 100. */
                        filters?: unknown[];
                        /** @description Index of the first item. Default 0. */
                        limit_from?: number;
                        /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                        limit_to?: number;
                        /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                        sort_key?: string;
                        /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                        sort_order?: number;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_booster_database_private_create: {
        parameters: {
            query?: never;
            header: {
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description exists as soon as there is a record in it; no control characters */
                    collection: string;
                    /** @description any JSON object */
                    data: {
                        [key: string]: unknown;
                    };
                    /**
                     * Format: uuid
                     * @description unique within the panel; made when it is left out
                     */
                    key?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description exists as soon as there is a record in it; no control characters */
                        collection: string;
                        /** @description milliseconds since 1970 */
                        created: number;
                        /** @description any JSON object */
                        data: {
                            [key: string]: unknown;
                        };
                        /** Format: uuid */
                        key: string;
                        /** @description milliseconds since 1970 */
                        updated: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_booster_database_private_delete: {
        parameters: {
            query?: never;
            header: {
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    key: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        accepted: true;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_booster_database_private_find: {
        parameters: {
            query?: never;
            header: {
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description exists as soon as there is a record in it; no control characters */
                    collection: string;
                    params?: {
                        /** @description All filters must match. At most 100. */
                        filters?: unknown[];
                        /** @description Index of the first item. Default 0. */
                        limit_from?: number;
                        /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                        limit_to?: number;
                        /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                        sort_key?: string;
                        /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                        sort_order?: number;
                    };
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description exists as soon as there is a record in it; no control characters */
                        collection: string;
                        /** @description milliseconds since 1970 */
                        created: number;
                        /** @description any JSON object */
                        data: {
                            [key: string]: unknown;
                        };
                        /** Format: uuid */
                        key: string;
                        /** @description milliseconds since 1970 */
                        updated: number;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_booster_database_private_get: {
        parameters: {
            query?: never;
            header: {
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    key: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description exists as soon as there is a record in it; no control characters */
                        collection: string;
                        /** @description milliseconds since 1970 */
                        created: number;
                        /** @description any JSON object */
                        data: {
                            [key: string]: unknown;
                        };
                        /** Format: uuid */
                        key: string;
                        /** @description milliseconds since 1970 */
                        updated: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_booster_database_private_update: {
        parameters: {
            query?: never;
            header: {
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description any JSON object */
                    data: {
                        [key: string]: unknown;
                    };
                    /** Format: uuid */
                    key: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description exists as soon as there is a record in it; no control characters */
                        collection: string;
                        /** @description milliseconds since 1970 */
                        created: number;
                        /** @description any JSON object */
                        data: {
                            [key: string]: unknown;
                        };
                        /** Format: uuid */
                        key: string;
                        /** @description milliseconds since 1970 */
                        updated: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_booster_storage_private_count: {
        parameters: {
            query?: never;
            header: {
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    folder?: string;
                    params?: {
                        /** @description All filters must match. At most 100. */
                        filters?: unknown[];
                        /** @description Index of the first item. Default 0. */
                        limit_from?: number;
                        /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                        limit_to?: number;
                        /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                        sort_key?: string;
                        /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                        sort_order?: number;
                    };
                    /** @description a sub-folder inside the folder */
                    prefix?: string;
                    recursive?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_booster_storage_private_delete: {
        parameters: {
            query?: never;
            header: {
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        accepted: true;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_booster_storage_private_delete_many: {
        parameters: {
            query?: never;
            header: {
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    ids: string[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @constant */
                        accepted: true;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_booster_storage_private_get: {
        parameters: {
            query?: never;
            header: {
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id?: string;
                    path?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        content_type: string;
                        created: number;
                        download_url: string | null;
                        expires_at: string | null;
                        folder: string;
                        /** Format: uuid */
                        id: string;
                        metadata: {
                            [key: string]: unknown;
                        };
                        name: string;
                        owner: string | null;
                        path: string;
                        record: {
                            collection: string;
                            /** Format: uuid */
                            key: string;
                        } | null;
                        sha256: string;
                        /** @description bytes */
                        size: number;
                        updated: number;
                        url: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_booster_storage_private_list: {
        parameters: {
            query?: never;
            header: {
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    folder?: string;
                    links?: boolean;
                    params?: {
                        /** @description All filters must match. At most 100. */
                        filters?: unknown[];
                        /** @description Index of the first item. Default 0. */
                        limit_from?: number;
                        /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                        limit_to?: number;
                        /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                        sort_key?: string;
                        /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                        sort_order?: number;
                    };
                    /** @description a sub-folder inside the folder */
                    prefix?: string;
                    recursive?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        files: {
                            content_type: string;
                            created: number;
                            download_url: string | null;
                            expires_at: string | null;
                            folder: string;
                            /** Format: uuid */
                            id: string;
                            metadata: {
                                [key: string]: unknown;
                            };
                            name: string;
                            owner: string | null;
                            path: string;
                            record: {
                                collection: string;
                                /** Format: uuid */
                                key: string;
                            } | null;
                            sha256: string;
                            /** @description bytes */
                            size: number;
                            updated: number;
                            url: string | null;
                        }[];
                        folders: string[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_booster_storage_private_update: {
        parameters: {
            query?: never;
            header: {
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    id: string;
                    /** @description a JSON object of at most 4 KB */
                    metadata?: unknown;
                    path?: string;
                    record?: {
                        collection: string;
                        /** Format: uuid */
                        key: string;
                    };
                    unlink_record?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        content_type: string;
                        created: number;
                        download_url: string | null;
                        expires_at: string | null;
                        folder: string;
                        /** Format: uuid */
                        id: string;
                        metadata: {
                            [key: string]: unknown;
                        };
                        name: string;
                        owner: string | null;
                        path: string;
                        record: {
                            collection: string;
                            /** Format: uuid */
                            key: string;
                        } | null;
                        sha256: string;
                        /** @description bytes */
                        size: number;
                        updated: number;
                        url: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_booster_storage_private_upload: {
        parameters: {
            query?: never;
            header: {
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    /** @description a JSON object of at most 4 KB */
                    metadata?: string;
                    /** @description replace a file at the same path */
                    overwrite?: boolean;
                    /** @description one that ends with / is a directory: the name of the file is appended */
                    path: string;
                    record_collection?: string;
                    /** Format: uuid */
                    record_key?: string;
                    /** @description when the path is taken, store as `name (1).ext` and so on */
                    rename?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        content_type: string;
                        created: number;
                        download_url: string | null;
                        expires_at: string | null;
                        folder: string;
                        /** Format: uuid */
                        id: string;
                        metadata: {
                            [key: string]: unknown;
                        };
                        name: string;
                        owner: string | null;
                        path: string;
                        record: {
                            collection: string;
                            /** Format: uuid */
                            key: string;
                        } | null;
                        sha256: string;
                        /** @description bytes */
                        size: number;
                        updated: number;
                        url: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_booster_storage_private_upload_b64: {
        parameters: {
            query?: never;
            header: {
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    content_type?: string | null;
                    /** @description base64 or a data URL */
                    data: string;
                    /** @description a JSON object of at most 4 KB */
                    metadata?: unknown;
                    /** @description replace a file at the same path */
                    overwrite?: boolean;
                    path: string;
                    record?: {
                        collection: string;
                        /** Format: uuid */
                        key: string;
                    } | null;
                    /** @description when the path is taken, store as `name (1).ext` and so on */
                    rename?: boolean;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        content_type: string;
                        created: number;
                        download_url: string | null;
                        expires_at: string | null;
                        folder: string;
                        /** Format: uuid */
                        id: string;
                        metadata: {
                            [key: string]: unknown;
                        };
                        name: string;
                        owner: string | null;
                        path: string;
                        record: {
                            collection: string;
                            /** Format: uuid */
                            key: string;
                        } | null;
                        sha256: string;
                        /** @description bytes */
                        size: number;
                        updated: number;
                        url: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_booster_storage_private_upload_complete: {
        parameters: {
            query?: never;
            header: {
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    upload_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        content_type: string;
                        created: number;
                        download_url: string | null;
                        expires_at: string | null;
                        folder: string;
                        /** Format: uuid */
                        id: string;
                        metadata: {
                            [key: string]: unknown;
                        };
                        name: string;
                        owner: string | null;
                        path: string;
                        record: {
                            collection: string;
                            /** Format: uuid */
                            key: string;
                        } | null;
                        sha256: string;
                        /** @description bytes */
                        size: number;
                        updated: number;
                        url: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_booster_storage_private_upload_init: {
        parameters: {
            query?: never;
            header: {
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    content_type: string;
                    /** @description when the path ends with / */
                    filename?: string;
                    /** @description a JSON object of at most 4 KB */
                    metadata?: unknown;
                    /** @description replace a file at the same path */
                    overwrite?: boolean;
                    path: string;
                    record?: {
                        collection: string;
                        /** Format: uuid */
                        key: string;
                    } | null;
                    /** @description when the path is taken, store as `name (1).ext` and so on */
                    rename?: boolean;
                    /** @description exact bytes */
                    size: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        expires_at: number;
                        fields: {
                            [key: string]: string;
                        };
                        /** Format: uuid */
                        upload_id: string;
                        url: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_booster_storage_private_url: {
        parameters: {
            query?: never;
            header: {
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    download?: boolean;
                    ids: string[];
                    ttl_minutes?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        expires_at: number | null;
                        /** Format: uuid */
                        id: string;
                        url: string;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_booster_storage_private_usage: {
        parameters: {
            query?: never;
            header: {
                "panel-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        files: number;
                        folders: {
                            [key: string]: number;
                        };
                        /** @description bytes; 0: only the owner's storage quota applies */
                        limit: number;
                        /** @description bytes */
                        size: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_chat: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    assistant_id?: string;
                    /**
                     * Format: uuid
                     * @description the client's own, sent with every message of the conversation
                     */
                    conversation_id?: string;
                    files?: (string | {
                        [key: string]: unknown;
                    })[];
                    message: string;
                    /** @description id of a model, see /ai_model/get_all */
                    model?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description Markdown */
                        content: string;
                        /** Format: uuid */
                        conversation_id: string;
                        /** @description milliseconds since the epoch */
                        created: number;
                        credits: number;
                        files: {
                            content_type: string;
                            /** Format: uuid */
                            file_id: string;
                            file_url: string;
                            filename: string;
                            size: number;
                        }[];
                        /** Format: uuid */
                        id: string;
                        model: string | null;
                        /** @enum {unknown} */
                        role: "user" | "assistant";
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_chat_stream: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    assistant_id?: string;
                    /**
                     * Format: uuid
                     * @description the client's own, sent with every message of the conversation
                     */
                    conversation_id?: string;
                    files?: (string | {
                        [key: string]: unknown;
                    })[];
                    message: string;
                    /** @description id of a model, see /ai_model/get_all */
                    model?: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_conversation_count: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_conversation_delete: {
        parameters: {
            query: {
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_conversation_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        assistant_id: string | null;
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        /** Format: uuid */
                        id: string;
                        message_count: number;
                        model: string;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        run_id: string | null;
                        title: string;
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_conversation_get: {
        parameters: {
            query: {
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        assistant_id: string | null;
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        /** Format: uuid */
                        id: string;
                        message_count: number;
                        /** @description the latest, oldest first */
                        messages: {
                            /** @description Markdown */
                            content: string;
                            /** Format: uuid */
                            conversation_id: string;
                            /** @description milliseconds since the epoch */
                            created: number;
                            credits: number;
                            files: {
                                content_type: string;
                                /** Format: uuid */
                                file_id: string;
                                file_url: string;
                                filename: string;
                                size: number;
                            }[];
                            /** Format: uuid */
                            id: string;
                            model: string | null;
                            /** @enum {unknown} */
                            role: "user" | "assistant";
                        }[];
                        model: string;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        run_id: string | null;
                        title: string;
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_activate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    active: boolean;
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active: boolean;
                        draft_changed: boolean;
                        published_at: number | null;
                        published_version: number | null;
                        run_as: string | null;
                        signing_secret: string;
                        triggers: {
                            active: boolean;
                            collection: string | null;
                            folder: string | null;
                            lag_seconds?: number;
                            last_error?: string;
                            last_fired_at: number | null;
                            /** @description milliseconds since the epoch */
                            last_polled_at?: number;
                            next_run_at: number | null;
                            node_id: string;
                            panel_id: string | null;
                            type: string;
                            url: string | null;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_approval_count: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        pending: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_approval_decide: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    approval_id: string;
                    comment?: string;
                    /** @description form data, only when the decision is approve; fields that are left out retain their prefilled values */
                    data?: {
                        [key: string]: unknown;
                    };
                    /** @enum {unknown} */
                    decision: "approve" | "reject";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        allow_reject: boolean;
                        assignee_user_ids: string[];
                        comment: string;
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        decided_at: number | null;
                        decided_by: {
                            email: string;
                            /** Format: uuid */
                            id: string;
                            name: string;
                        } | null;
                        /** @description maps names of fields to values */
                        decision_data: {
                            [key: string]: unknown;
                        };
                        /** @description milliseconds since the epoch */
                        expires_at: number;
                        form_schema: {
                            [key: string]: unknown;
                        } | null;
                        /** @description maps names of fields to values */
                        form_values: {
                            [key: string]: unknown;
                        };
                        /** Format: uuid */
                        id: string;
                        /** @description Markdown */
                        message: string;
                        node_id: string;
                        organization_id: string | null;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        /** Format: uuid */
                        run_id: string;
                        /** @enum {unknown} */
                        status: "pending" | "approved" | "rejected" | "expired" | "cancelled";
                        timeout_continues: boolean;
                        title: string;
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        /** Format: uuid */
                        workflow_id: string;
                        workflow_name: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_approval_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description index of the first item */
                    limit_from?: number;
                    /** @description index after the last item; by default there are 50 items */
                    limit_to?: number;
                    /** @enum {unknown} */
                    status?: "pending" | "approved" | "rejected" | "expired" | "cancelled";
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        items: {
                            allow_reject: boolean;
                            assignee_user_ids: string[];
                            comment: string;
                            created: {
                                /** @description milliseconds since the epoch */
                                timestamp: number;
                                /** Format: uuid */
                                user_id: string;
                            };
                            decided_at: number | null;
                            decided_by: {
                                email: string;
                                /** Format: uuid */
                                id: string;
                                name: string;
                            } | null;
                            /** @description maps names of fields to values */
                            decision_data: {
                                [key: string]: unknown;
                            };
                            /** @description milliseconds since the epoch */
                            expires_at: number;
                            form_schema: {
                                [key: string]: unknown;
                            } | null;
                            /** @description maps names of fields to values */
                            form_values: {
                                [key: string]: unknown;
                            };
                            /** Format: uuid */
                            id: string;
                            /** @description Markdown */
                            message: string;
                            node_id: string;
                            organization_id: string | null;
                            permissions: {
                                copy: boolean;
                                export: boolean;
                                owner: {
                                    group_id: string | null;
                                    /** Format: uuid */
                                    user_id: string;
                                };
                                run: boolean;
                                write: boolean;
                            };
                            /** Format: uuid */
                            run_id: string;
                            /** @enum {unknown} */
                            status: "pending" | "approved" | "rejected" | "expired" | "cancelled";
                            timeout_continues: boolean;
                            title: string;
                            updated: {
                                /** @description milliseconds since the epoch */
                                timestamp: number;
                                /** Format: uuid */
                                user_id: string;
                            };
                            /** Format: uuid */
                            workflow_id: string;
                            workflow_name: string;
                        }[];
                        total: number;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_approval_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    approval_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        allow_reject: boolean;
                        assignee_user_ids: string[];
                        comment: string;
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        decided_at: number | null;
                        decided_by: {
                            email: string;
                            /** Format: uuid */
                            id: string;
                            name: string;
                        } | null;
                        /** @description maps names of fields to values */
                        decision_data: {
                            [key: string]: unknown;
                        };
                        /** @description milliseconds since the epoch */
                        expires_at: number;
                        form_schema: {
                            [key: string]: unknown;
                        } | null;
                        /** @description maps names of fields to values */
                        form_values: {
                            [key: string]: unknown;
                        };
                        /** Format: uuid */
                        id: string;
                        /** @description Markdown */
                        message: string;
                        node_id: string;
                        organization_id: string | null;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        /** Format: uuid */
                        run_id: string;
                        /** @enum {unknown} */
                        status: "pending" | "approved" | "rejected" | "expired" | "cancelled";
                        timeout_continues: boolean;
                        title: string;
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        /** Format: uuid */
                        workflow_id: string;
                        workflow_name: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_assistant: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        description: string;
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            /** @default false */
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        instructions: string;
                        model: string | null;
                        name: string;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        sharing: {
                            user_email: string;
                            /** @default false */
                            write: boolean;
                        }[];
                        tools: string[];
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        workflow_id: string | null;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_catalog: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        node_types: {
                            /** @enum {unknown} */
                            category: "trigger" | "action" | "logic";
                            /** @description true: an edge may also leave without a source_handle */
                            default_output?: boolean;
                            description: string;
                            handles: string[];
                            is_trigger: boolean;
                            params_schema: unknown;
                            terminal: boolean;
                            title: string;
                            type: string;
                        }[];
                        tools: {
                            category: string;
                            description: string;
                            display_name: string;
                            icon: string;
                            input_schema: unknown;
                            name: string;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_copy: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    new_name?: string;
                    organization_id?: string | null;
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        issues: {
                            edge: {
                                source: string;
                                source_handle: string | null;
                                target: string;
                            } | null;
                            message: string;
                            node_id: string | null;
                            /** @enum {unknown} */
                            severity: "error" | "warning";
                        }[];
                        secret_keys: string[];
                        workflow: {
                            active: boolean;
                            created: {
                                /** @description milliseconds since the epoch */
                                timestamp: number;
                                /** Format: uuid */
                                user_id: string;
                            };
                            definition: unknown;
                            description: string;
                            group_sharing: {
                                /** Format: uuid */
                                group_id: string;
                                /**
                                 * @description what a read-only share allows beside reading
                                 * @default {}
                                 */
                                scopes: {
                                    "workflow.copy"?: boolean;
                                    "workflow.export"?: boolean;
                                    "workflow.run"?: boolean;
                                };
                                /** @default false */
                                write: boolean;
                            }[];
                            /** Format: uuid */
                            id: string;
                            last_run: {
                                credits: number;
                                finished_at: number | null;
                                /** Format: uuid */
                                run_id: string;
                                status: string;
                            } | null;
                            name: string;
                            organization_id: string | null;
                            permissions: {
                                copy: boolean;
                                export: boolean;
                                owner: {
                                    group_id: string | null;
                                    /** Format: uuid */
                                    user_id: string;
                                };
                                run: boolean;
                                write: boolean;
                            };
                            published_at: number | null;
                            published_version: number | null;
                            run_as: string | null;
                            sharing: {
                                /**
                                 * @description what a read-only share allows beside reading
                                 * @default {}
                                 */
                                scopes: {
                                    "workflow.copy"?: boolean;
                                    "workflow.export"?: boolean;
                                    "workflow.run"?: boolean;
                                };
                                user_email: string;
                                /** @default false */
                                write: boolean;
                            }[];
                            updated: {
                                /** @description milliseconds since the epoch */
                                timestamp: number;
                                /** Format: uuid */
                                user_id: string;
                            };
                        };
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_count: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description nodes and edges; stored as given even when invalid */
                    definition?: {
                        [key: string]: unknown;
                    };
                    description?: string;
                    group_sharing?: {
                        /** Format: uuid */
                        group_id: string;
                        /**
                         * @description what a read-only share allows beside reading
                         * @default {}
                         */
                        scopes: {
                            "workflow.copy"?: boolean;
                            "workflow.export"?: boolean;
                            "workflow.run"?: boolean;
                        };
                        /** @default false */
                        write: boolean;
                    }[];
                    name: string;
                    organization_id?: string | null;
                    sharing?: {
                        /**
                         * @description what a read-only share allows beside reading
                         * @default {}
                         */
                        scopes: {
                            "workflow.copy"?: boolean;
                            "workflow.export"?: boolean;
                            "workflow.run"?: boolean;
                        };
                        user_email: string;
                        /** @default false */
                        write: boolean;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active: boolean;
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        definition: unknown;
                        description: string;
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            /**
                             * @description what a read-only share allows beside reading
                             * @default {}
                             */
                            scopes: {
                                "workflow.copy"?: boolean;
                                "workflow.export"?: boolean;
                                "workflow.run"?: boolean;
                            };
                            /** @default false */
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        last_run: {
                            credits: number;
                            finished_at: number | null;
                            /** Format: uuid */
                            run_id: string;
                            status: string;
                        } | null;
                        name: string;
                        organization_id: string | null;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        published_at: number | null;
                        published_version: number | null;
                        run_as: string | null;
                        sharing: {
                            /**
                             * @description what a read-only share allows beside reading
                             * @default {}
                             */
                            scopes: {
                                "workflow.copy"?: boolean;
                                "workflow.export"?: boolean;
                                "workflow.run"?: boolean;
                            };
                            user_email: string;
                            /** @default false */
                            write: boolean;
                        }[];
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_delete: {
        parameters: {
            query: {
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_deployment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active: boolean;
                        draft_changed: boolean;
                        published_at: number | null;
                        published_version: number | null;
                        run_as: string | null;
                        signing_secret: string;
                        triggers: {
                            active: boolean;
                            collection: string | null;
                            folder: string | null;
                            lag_seconds?: number;
                            last_error?: string;
                            last_fired_at: number | null;
                            /** @description milliseconds since the epoch */
                            last_polled_at?: number;
                            next_run_at: number | null;
                            node_id: string;
                            panel_id: string | null;
                            type: string;
                            url: string | null;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_export: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description ignored: credentials are always removed */
                    strip_secrets?: boolean;
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description the credentials that the definition names; left out when it names none */
                        credentials?: {
                            hosts: string[];
                            kind: string;
                            name: string;
                        }[];
                        /** @description milliseconds since the epoch */
                        exported_at: number;
                        /** @description for those who may write the workflow */
                        tests?: unknown[];
                        version: string;
                        workflow: {
                            definition: unknown;
                            description: string;
                            /** Format: uuid */
                            from_id: string;
                            name: string;
                            secret_keys: string[];
                        };
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active: boolean;
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        definition: unknown;
                        description: string;
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            /**
                             * @description what a read-only share allows beside reading
                             * @default {}
                             */
                            scopes: {
                                "workflow.copy"?: boolean;
                                "workflow.export"?: boolean;
                                "workflow.run"?: boolean;
                            };
                            /** @default false */
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        last_run: {
                            credits: number;
                            finished_at: number | null;
                            /** Format: uuid */
                            run_id: string;
                            status: string;
                        } | null;
                        name: string;
                        organization_id: string | null;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        published_at: number | null;
                        published_version: number | null;
                        run_as: string | null;
                        sharing: {
                            /**
                             * @description what a read-only share allows beside reading
                             * @default {}
                             */
                            scopes: {
                                "workflow.copy"?: boolean;
                                "workflow.export"?: boolean;
                                "workflow.run"?: boolean;
                            };
                            user_email: string;
                            /** @default false */
                            write: boolean;
                        }[];
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_get: {
        parameters: {
            query: {
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active: boolean;
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        definition: unknown;
                        description: string;
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            /**
                             * @description what a read-only share allows beside reading
                             * @default {}
                             */
                            scopes: {
                                "workflow.copy"?: boolean;
                                "workflow.export"?: boolean;
                                "workflow.run"?: boolean;
                            };
                            /** @default false */
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        last_run: {
                            credits: number;
                            finished_at: number | null;
                            /** Format: uuid */
                            run_id: string;
                            status: string;
                        } | null;
                        name: string;
                        organization_id: string | null;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        published_at: number | null;
                        published_version: number | null;
                        run_as: string | null;
                        sharing: {
                            /**
                             * @description what a read-only share allows beside reading
                             * @default {}
                             */
                            scopes: {
                                "workflow.copy"?: boolean;
                                "workflow.export"?: boolean;
                                "workflow.run"?: boolean;
                            };
                            user_email: string;
                            /** @default false */
                            write: boolean;
                        }[];
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_hook_trigger_id_secret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                secret: string;
                trigger_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "*/*": unknown;
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** Format: uuid */
                        run_id: string;
                        status: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_import: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description an export document */
                    data: {
                        [key: string]: unknown;
                    };
                    new_name?: string;
                    organization_id?: string | null;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        issues: {
                            edge: {
                                source: string;
                                source_handle: string | null;
                                target: string;
                            } | null;
                            message: string;
                            node_id: string | null;
                            /** @enum {unknown} */
                            severity: "error" | "warning";
                        }[];
                        secret_keys: string[];
                        workflow: {
                            active: boolean;
                            created: {
                                /** @description milliseconds since the epoch */
                                timestamp: number;
                                /** Format: uuid */
                                user_id: string;
                            };
                            definition: unknown;
                            description: string;
                            group_sharing: {
                                /** Format: uuid */
                                group_id: string;
                                /**
                                 * @description what a read-only share allows beside reading
                                 * @default {}
                                 */
                                scopes: {
                                    "workflow.copy"?: boolean;
                                    "workflow.export"?: boolean;
                                    "workflow.run"?: boolean;
                                };
                                /** @default false */
                                write: boolean;
                            }[];
                            /** Format: uuid */
                            id: string;
                            last_run: {
                                credits: number;
                                finished_at: number | null;
                                /** Format: uuid */
                                run_id: string;
                                status: string;
                            } | null;
                            name: string;
                            organization_id: string | null;
                            permissions: {
                                copy: boolean;
                                export: boolean;
                                owner: {
                                    group_id: string | null;
                                    /** Format: uuid */
                                    user_id: string;
                                };
                                run: boolean;
                                write: boolean;
                            };
                            published_at: number | null;
                            published_version: number | null;
                            run_as: string | null;
                            sharing: {
                                /**
                                 * @description what a read-only share allows beside reading
                                 * @default {}
                                 */
                                scopes: {
                                    "workflow.copy"?: boolean;
                                    "workflow.export"?: boolean;
                                    "workflow.run"?: boolean;
                                };
                                user_email: string;
                                /** @default false */
                                write: boolean;
                            }[];
                            updated: {
                                /** @description milliseconds since the epoch */
                                timestamp: number;
                                /** Format: uuid */
                                user_id: string;
                            };
                        };
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_publish: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    note?: string;
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active: boolean;
                        draft_changed: boolean;
                        published_at: number | null;
                        published_version: number | null;
                        run_as: string | null;
                        signing_secret: string;
                        triggers: {
                            active: boolean;
                            collection: string | null;
                            folder: string | null;
                            lag_seconds?: number;
                            last_error?: string;
                            last_fired_at: number | null;
                            /** @description milliseconds since the epoch */
                            last_polled_at?: number;
                            next_run_at: number | null;
                            node_id: string;
                            panel_id: string | null;
                            type: string;
                            url: string | null;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_revision_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    revision_id: string;
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            added_edges: number;
                            added_nodes: string[];
                            changed_nodes: string[];
                            removed_edges: number;
                            removed_nodes: string[];
                        };
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        definition: unknown;
                        /** Format: uuid */
                        id: string;
                        /** @enum {unknown} */
                        origin: "created" | "editor" | "builder" | "restore";
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        restored_from: string | null;
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        /** Format: uuid */
                        workflow_id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_revision_restore: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    revision_id: string;
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active: boolean;
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        definition: unknown;
                        description: string;
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            /**
                             * @description what a read-only share allows beside reading
                             * @default {}
                             */
                            scopes: {
                                "workflow.copy"?: boolean;
                                "workflow.export"?: boolean;
                                "workflow.run"?: boolean;
                            };
                            /** @default false */
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        last_run: {
                            credits: number;
                            finished_at: number | null;
                            /** Format: uuid */
                            run_id: string;
                            status: string;
                        } | null;
                        name: string;
                        organization_id: string | null;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        published_at: number | null;
                        published_version: number | null;
                        run_as: string | null;
                        sharing: {
                            /**
                             * @description what a read-only share allows beside reading
                             * @default {}
                             */
                            scopes: {
                                "workflow.copy"?: boolean;
                                "workflow.export"?: boolean;
                                "workflow.run"?: boolean;
                            };
                            user_email: string;
                            /** @default false */
                            write: boolean;
                        }[];
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_revisions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        changes: {
                            added_edges: number;
                            added_nodes: string[];
                            changed_nodes: string[];
                            removed_edges: number;
                            removed_nodes: string[];
                        };
                        /** @description milliseconds since the epoch */
                        created_at: number;
                        edges: number;
                        /** Format: uuid */
                        id: string;
                        nodes: number;
                        /** @enum {unknown} */
                        origin: "created" | "editor" | "builder" | "restore";
                        restored_from: string | null;
                        /** Format: uuid */
                        user_id: string;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_run: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description run input, as the trigger expects it */
                    input?: {
                        [key: string]: unknown;
                    };
                    /** @description trigger to start from; default the first manual one, otherwise the first of any type */
                    trigger_node_id?: string;
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active_since: number | null;
                        automatic: boolean;
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        credits: number;
                        /** @description the number of runs above this one */
                        depth?: number;
                        /** @description when the run may begin, where that is not at once */
                        due_at?: number;
                        error: string;
                        finished_at: number | null;
                        /** Format: uuid */
                        id: string;
                        input_json: string;
                        /** @description by which the settings of the workflow let it be found */
                        labels?: {
                            [key: string]: string;
                        };
                        /** @description when a run that failed will be tried again */
                        next_retry_at?: number;
                        /** @description its place in the queue, where it has a head start or a delay */
                        order_at?: number;
                        organization_id: string | null;
                        output_json: string;
                        /**
                         * Format: uuid
                         * @description the run whose step started this one, which may have been deleted
                         */
                        parent_run_id?: string;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        /**
                         * Format: uuid
                         * @description the run with which it all began, which may have been deleted
                         */
                        root_run_id?: string;
                        started_at: number | null;
                        /** @enum {unknown} */
                        status: "queued" | "running" | "waiting" | "success" | "failed" | "cancelled";
                        steps: {
                            conversation_id: string | null;
                            error: string;
                            file_ids: string[];
                            finished_at: number | null;
                            handle: string | null;
                            iteration: number[];
                            node_id: string;
                            node_type: string;
                            output_json: string;
                            output_truncated: boolean;
                            /**
                             * @description in tests of a draft: the result was given, and the step was not executed
                             * @constant
                             */
                            pinned?: true;
                            started_at: number | null;
                            /** @enum {unknown} */
                            status: "running" | "waiting" | "success" | "failed" | "skipped";
                            text: string;
                            /** @description every try, where there was more than one */
                            tries?: {
                                error: string;
                                finished_at: number | null;
                                /** @description milliseconds since the epoch */
                                started_at: number;
                            }[];
                        }[];
                        trigger_depth: number;
                        trigger_node_id: string;
                        trigger_type: string;
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        version: number | null;
                        /** Format: uuid */
                        workflow_id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_run_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    run_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active_since: number | null;
                        automatic: boolean;
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        credits: number;
                        /** @description the number of runs above this one */
                        depth?: number;
                        /** @description when the run may begin, where that is not at once */
                        due_at?: number;
                        error: string;
                        finished_at: number | null;
                        /** Format: uuid */
                        id: string;
                        input_json: string;
                        /** @description by which the settings of the workflow let it be found */
                        labels?: {
                            [key: string]: string;
                        };
                        /** @description when a run that failed will be tried again */
                        next_retry_at?: number;
                        /** @description its place in the queue, where it has a head start or a delay */
                        order_at?: number;
                        organization_id: string | null;
                        output_json: string;
                        /**
                         * Format: uuid
                         * @description the run whose step started this one, which may have been deleted
                         */
                        parent_run_id?: string;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        /**
                         * Format: uuid
                         * @description the run with which it all began, which may have been deleted
                         */
                        root_run_id?: string;
                        started_at: number | null;
                        /** @enum {unknown} */
                        status: "queued" | "running" | "waiting" | "success" | "failed" | "cancelled";
                        steps: {
                            conversation_id: string | null;
                            error: string;
                            file_ids: string[];
                            finished_at: number | null;
                            handle: string | null;
                            iteration: number[];
                            node_id: string;
                            node_type: string;
                            output_json: string;
                            output_truncated: boolean;
                            /**
                             * @description in tests of a draft: the result was given, and the step was not executed
                             * @constant
                             */
                            pinned?: true;
                            started_at: number | null;
                            /** @enum {unknown} */
                            status: "running" | "waiting" | "success" | "failed" | "skipped";
                            text: string;
                            /** @description every try, where there was more than one */
                            tries?: {
                                error: string;
                                finished_at: number | null;
                                /** @description milliseconds since the epoch */
                                started_at: number;
                            }[];
                        }[];
                        trigger_depth: number;
                        trigger_node_id: string;
                        trigger_type: string;
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        version: number | null;
                        /** Format: uuid */
                        workflow_id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_run_stream: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description run input, as the trigger expects it */
                    input?: {
                        [key: string]: unknown;
                    };
                    /** @description trigger to start from; default the first manual one, otherwise the first of any type */
                    trigger_node_id?: string;
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": unknown;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_runs_count: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": number;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_runs_delete: {
        parameters: {
            query: {
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_runs_find: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": {
                    /** @description All filters must match. At most 100. */
                    filters?: unknown[];
                    /** @description Index of the first item. Default 0. */
                    limit_from?: number;
                    /** @description Index after the last item. Default: as many items as the endpoint returns at once. */
                    limit_to?: number;
                    /** @description Field to sort by; without it, by the time of creation. Equal records are ordered by id. Missing and null come last ascending, first descending. In JSON fields the order is texts, numbers, false, true, arrays, objects. */
                    sort_key?: string;
                    /** @description `1` ascending, `-1` descending. Default `1` with a `sort_key`; without one `-1`, which is newest first. */
                    sort_order?: number;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active_since: number | null;
                        automatic: boolean;
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        credits: number;
                        /** @description the number of runs above this one */
                        depth?: number;
                        /** @description when the run may begin, where that is not at once */
                        due_at?: number;
                        error: string;
                        finished_at: number | null;
                        /** Format: uuid */
                        id: string;
                        input_json: string;
                        /** @description by which the settings of the workflow let it be found */
                        labels?: {
                            [key: string]: string;
                        };
                        /** @description when a run that failed will be tried again */
                        next_retry_at?: number;
                        /** @description its place in the queue, where it has a head start or a delay */
                        order_at?: number;
                        organization_id: string | null;
                        output_json: string;
                        /**
                         * Format: uuid
                         * @description the run whose step started this one, which may have been deleted
                         */
                        parent_run_id?: string;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        /**
                         * Format: uuid
                         * @description the run with which it all began, which may have been deleted
                         */
                        root_run_id?: string;
                        started_at: number | null;
                        /** @enum {unknown} */
                        status: "queued" | "running" | "waiting" | "success" | "failed" | "cancelled";
                        steps: {
                            conversation_id: string | null;
                            error: string;
                            file_ids: string[];
                            finished_at: number | null;
                            handle: string | null;
                            iteration: number[];
                            node_id: string;
                            node_type: string;
                            output_json: string;
                            output_truncated: boolean;
                            /**
                             * @description in tests of a draft: the result was given, and the step was not executed
                             * @constant
                             */
                            pinned?: true;
                            started_at: number | null;
                            /** @enum {unknown} */
                            status: "running" | "waiting" | "success" | "failed" | "skipped";
                            text: string;
                            /** @description every try, where there was more than one */
                            tries?: {
                                error: string;
                                finished_at: number | null;
                                /** @description milliseconds since the epoch */
                                started_at: number;
                            }[];
                        }[];
                        trigger_depth: number;
                        trigger_node_id: string;
                        trigger_type: string;
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        version: number | null;
                        /** Format: uuid */
                        workflow_id: string;
                    }[];
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_runs_get: {
        parameters: {
            query: {
                entity_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active_since: number | null;
                        automatic: boolean;
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        credits: number;
                        /** @description the number of runs above this one */
                        depth?: number;
                        /** @description when the run may begin, where that is not at once */
                        due_at?: number;
                        error: string;
                        finished_at: number | null;
                        /** Format: uuid */
                        id: string;
                        input_json: string;
                        /** @description by which the settings of the workflow let it be found */
                        labels?: {
                            [key: string]: string;
                        };
                        /** @description when a run that failed will be tried again */
                        next_retry_at?: number;
                        /** @description its place in the queue, where it has a head start or a delay */
                        order_at?: number;
                        organization_id: string | null;
                        output_json: string;
                        /**
                         * Format: uuid
                         * @description the run whose step started this one, which may have been deleted
                         */
                        parent_run_id?: string;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        /**
                         * Format: uuid
                         * @description the run with which it all began, which may have been deleted
                         */
                        root_run_id?: string;
                        started_at: number | null;
                        /** @enum {unknown} */
                        status: "queued" | "running" | "waiting" | "success" | "failed" | "cancelled";
                        steps: {
                            conversation_id: string | null;
                            error: string;
                            file_ids: string[];
                            finished_at: number | null;
                            handle: string | null;
                            iteration: number[];
                            node_id: string;
                            node_type: string;
                            output_json: string;
                            output_truncated: boolean;
                            /**
                             * @description in tests of a draft: the result was given, and the step was not executed
                             * @constant
                             */
                            pinned?: true;
                            started_at: number | null;
                            /** @enum {unknown} */
                            status: "running" | "waiting" | "success" | "failed" | "skipped";
                            text: string;
                            /** @description every try, where there was more than one */
                            tries?: {
                                error: string;
                                finished_at: number | null;
                                /** @description milliseconds since the epoch */
                                started_at: number;
                            }[];
                        }[];
                        trigger_depth: number;
                        trigger_node_id: string;
                        trigger_type: string;
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        version: number | null;
                        /** Format: uuid */
                        workflow_id: string;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_schedule_preview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    cron: string;
                    /** @default UTC */
                    timezone: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        error: string;
                        next_runs: number[];
                        valid: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_trigger_regenerate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    node_id: string;
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active: boolean;
                        draft_changed: boolean;
                        published_at: number | null;
                        published_version: number | null;
                        run_as: string | null;
                        signing_secret: string;
                        triggers: {
                            active: boolean;
                            collection: string | null;
                            folder: string | null;
                            lag_seconds?: number;
                            last_error?: string;
                            last_fired_at: number | null;
                            /** @description milliseconds since the epoch */
                            last_polled_at?: number;
                            next_run_at: number | null;
                            node_id: string;
                            panel_id: string | null;
                            type: string;
                            url: string | null;
                        }[];
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description nodes and edges; stored as given even when invalid */
                    definition?: {
                        [key: string]: unknown;
                    };
                    description?: string;
                    group_sharing?: {
                        /** Format: uuid */
                        group_id: string;
                        /**
                         * @description what a read-only share allows beside reading
                         * @default {}
                         */
                        scopes: {
                            "workflow.copy"?: boolean;
                            "workflow.export"?: boolean;
                            "workflow.run"?: boolean;
                        };
                        /** @default false */
                        write: boolean;
                    }[];
                    /** Format: uuid */
                    id: string;
                    name?: string;
                    sharing?: {
                        /**
                         * @description what a read-only share allows beside reading
                         * @default {}
                         */
                        scopes: {
                            "workflow.copy"?: boolean;
                            "workflow.export"?: boolean;
                            "workflow.run"?: boolean;
                        };
                        user_email: string;
                        /** @default false */
                        write: boolean;
                    }[];
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        active: boolean;
                        created: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                        definition: unknown;
                        description: string;
                        group_sharing: {
                            /** Format: uuid */
                            group_id: string;
                            /**
                             * @description what a read-only share allows beside reading
                             * @default {}
                             */
                            scopes: {
                                "workflow.copy"?: boolean;
                                "workflow.export"?: boolean;
                                "workflow.run"?: boolean;
                            };
                            /** @default false */
                            write: boolean;
                        }[];
                        /** Format: uuid */
                        id: string;
                        last_run: {
                            credits: number;
                            finished_at: number | null;
                            /** Format: uuid */
                            run_id: string;
                            status: string;
                        } | null;
                        name: string;
                        organization_id: string | null;
                        permissions: {
                            copy: boolean;
                            export: boolean;
                            owner: {
                                group_id: string | null;
                                /** Format: uuid */
                                user_id: string;
                            };
                            run: boolean;
                            write: boolean;
                        };
                        published_at: number | null;
                        published_version: number | null;
                        run_as: string | null;
                        sharing: {
                            /**
                             * @description what a read-only share allows beside reading
                             * @default {}
                             */
                            scopes: {
                                "workflow.copy"?: boolean;
                                "workflow.export"?: boolean;
                                "workflow.run"?: boolean;
                            };
                            user_email: string;
                            /** @default false */
                            write: boolean;
                        }[];
                        updated: {
                            /** @description milliseconds since the epoch */
                            timestamp: number;
                            /** Format: uuid */
                            user_id: string;
                        };
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    v3_workflow_validate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** Format: uuid */
                    workflow_id: string;
                };
            };
        };
        responses: {
            /** @description Done */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        issues: {
                            edge: {
                                source: string;
                                source_handle: string | null;
                                target: string;
                            } | null;
                            message: string;
                            node_id: string | null;
                            /** @enum {unknown} */
                            severity: "error" | "warning";
                        }[];
                        valid: boolean;
                    };
                };
            };
            /** @description Refused or failed */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
